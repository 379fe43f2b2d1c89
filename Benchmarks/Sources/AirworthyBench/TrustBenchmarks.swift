import AirworthyPolicy
import AirworthyTrust
import Foundation

/// What a device does with each answer: an envelope of 6 KB, signed by an online key that a keyring names.
func trustBenchmarks() throws -> [Benchmark] {
    let now = Date(timeIntervalSince1970: 1_795_132_800)
    let root = try PrivateKey(seed: [UInt8](repeating: 1, count: 32))
    let online = try PrivateKey(seed: [UInt8](repeating: 2, count: 32))
    let keyring = try Keyring(app: "large", epoch: 1, issuedAt: now, keys: [online.publicKey]).signed(by: [root])
    let draft = ManifestDraft(
        app: "large", lineage: "large-1", revision: 42, issuedAt: now, expiresAt: now.addingTimeInterval(30 * 86_400),
        policy: try document(EnvelopeSample.policy), catalog: try document(EnvelopeSample.catalog))
    let envelope = try SignedManifest.sign(payload: draft.payload, keys: [online], keyring: keyring)
    let pins = Pins(app: "large", lineage: "large-1", roots: [root.publicKey])
    guard case .success(let verified) = SignedManifest.verify(envelope, pins: pins, now: now),
        verified.manifest.policy.rules.count == EnvelopeSample.rules,
        verified.manifest.catalog.releases.count == EnvelopeSample.releases
    else { fail("the envelope to measure is refused") }
    return [
        Benchmark("\(envelope.count) byte envelope verified, decoded and prepared") {
            blackHole(SignedManifest.verify(opaque(envelope), pins: pins, now: now))
        }
    ]
}

private func document(_ text: String) throws -> JSONValue { try JSONReader.read(text).jsonValue }

/// A policy and a catalog that make an envelope of 6 KB.
private enum EnvelopeSample {
    static let rules = 16
    static let releases = 10

    static var policy: String {
        let all = (0..<rules).map { number in
            #"{"id":"bad-\#(number)","when":{"version":">=4.\#(number) <4.\#(number).3","channel":"appstore"},"#
                + #""update":"required","message":{"en":"Please update.","ja":"更新してください。"}}"#
        }
        return #"{"schema":1,"app":"large","appleID":6504763618,"rules":["# + all.joined(separator: ",") + "]}"
    }

    static var catalog: String {
        let all = (0..<releases).map { number in
            #"{"platform":"ios","version":"4.\#(number).3","build":"\#(1_000 + number)","minimumOS":"15.0","offers":"#
                + #"[{"channel":"appstore","publishedAt":"2026-10-\#(10 + number)T09:00:00Z"}]}"#
        }
        return #"{"schema":1,"releases":["# + all.joined(separator: ",") + "]}"
    }
}
