import AirworthyPolicy
// snippet.verify
import AirworthyTrust
// snippet.hide
import Foundation

private struct Cache {
    var store: (Data, TrustState) -> Void
    var use: (Manifest) -> Void
    func log(_ code: String, alarm: Bool) {}

    func accept(_ bytes: Data, state: TrustState, now: Date, primary: PublicKey, backup: PublicKey) {
        // snippet.show

        let pins = Pins(app: "hashtags", lineage: "hashtags", roots: [primary, backup])
        switch SignedManifest.verify(bytes, pins: pins, state: state, now: now) {
        case .success(let verified):
            store(bytes, verified.newState)  // together, or not at all
            use(verified.manifest)
        case .failure(let refusal):
            log(refusal.code, alarm: refusal.isAlarm)  // the last good manifest stays in force
        }
        // snippet.end
    }
}
