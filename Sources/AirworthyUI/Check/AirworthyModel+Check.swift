#if canImport(SwiftUI) && !os(watchOS)
import Airworthy
import AirworthyPolicy
import Foundation

extension AirworthyModel {
    /// Asks whether there is an update: in TestFlight the server, which knows what these testers can install.
    func check(_ text: UIText) async -> CheckResult {
        let copy = airworthy.installation
        if copy.channel.isTestFlight, let report = try? await airworthy.checkTestFlight() {
            return CheckResult(report, copy, text, at: now())
        }
        return CheckResult(await airworthy.check(), text)
    }

    /// Goes where a result leads.
    func follow(_ result: CheckResult, open: @escaping Opener, done: @escaping @MainActor (Bool) -> Void) {
        guard let links = result.links else { return }
        if let decision = result.decision { airworthy.answer(.update, to: decision) }
        Self.openFirst(of: links.urls[...], open) { [airworthy] opened in
            if let decision = result.decision { airworthy.didOpenStore(for: decision, succeeded: opened) }
            done(opened)
        }
    }
}
#endif
