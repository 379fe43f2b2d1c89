// snippet.engine
import AirworthyPolicy
// snippet.hide
import Foundation

private func engine(_ text: String, now: Date, stop: () -> Void) throws {
    // snippet.show

    let policy = try Policy(json: Array(text.utf8))
    let installation = Installation(version: "2.2.0", channel: .appstore)
    let decision = decide(Manifest(policy: policy), for: installation, at: now)
    if decision.blocking { stop() }  // the one field a caller must enforce
    // snippet.end
}
