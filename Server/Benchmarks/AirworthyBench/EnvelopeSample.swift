import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation

/// A policy and a catalog for an envelope of 6 KB.
enum EnvelopeSample {
    static let rules = 16
    static let releases = 10
    static let now = Date(timeIntervalSince1970: 1_795_132_800)

    /// Creates an envelope, signed by an online key of a keyring. It expires after 30 days.
    /// - Parameter issuedAt: The date of the signature.
    /// - Returns: Its bytes.
    /// - Throws: `SigningError`, which would be a mistake in this sample.
    static func envelope(issuedAt: Date = now) throws -> [UInt8] {
        let online = try PrivateKey(seed: [UInt8](repeating: 2, count: 32))
        let keyring = try Keyring(app: "large", epoch: 1, issuedAt: issuedAt, keys: [online.publicKey])
            .signed(by: [root()])
        let draft = ManifestDraft(
            app: "large", lineage: "large-1", revision: 42, issuedAt: issuedAt,
            expiresAt: issuedAt.addingTimeInterval(30 * 86_400), policy: try document(policy),
            catalog: try document(catalog))
        return try SignedManifest.sign(payload: draft.payload, keys: [online], keyring: keyring)
    }

    static func pins() throws -> Pins { Pins(app: "large", lineage: "large-1", roots: [try root().publicKey]) }

    private static func root() throws -> PrivateKey { try PrivateKey(seed: [UInt8](repeating: 1, count: 32)) }

    private static func document(_ text: String) throws -> JSONValue { try JSONReader.read(text).jsonValue }

    private static var policy: String {
        let all = (0..<rules).map { number in
            #"{"id":"bad-\#(number)","when":{"version":">=4.\#(number) <4.\#(number).3","channel":"appstore"},"#
                + #""update":"required","message":{"en":"Please update.","ja":"更新してください。"}}"#
        }
        return #"{"schema":1,"app":"large","appleID":6504763618,"rules":["# + all.joined(separator: ",") + "]}"
    }

    private static var catalog: String {
        let all = (0..<releases).map { number in
            #"{"platform":"ios","version":"4.\#(number).3","build":"\#(1_000 + number)","minimumOS":"15.0","offers":"#
                + #"[{"channel":"appstore","publishedAt":"2026-10-\#(10 + number)T09:00:00Z"}]}"#
        }
        return #"{"schema":1,"releases":["# + all.joined(separator: ",") + "]}"
    }
}
