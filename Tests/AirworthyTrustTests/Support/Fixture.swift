import AirworthyPolicy
import Testing

@testable import AirworthyAuthoring
@testable import AirworthyTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Skips tests that need Ed25519 in a build without it.
let needsCrypto = ConditionTrait.enabled(
    if: Ed25519.isAvailable, "this build has no Ed25519; run with --traits SwiftCrypto")

/// Shared keys and manifests for tests that need crypto.
enum Fixture {
    static let root = key(1)
    static let backup = key(2)
    static let online = key(3)
    static let online2 = key(4)
    static let stranger = key(5)

    static let now = date("2026-11-20T12:00:00Z")
    static let pins = Pins(app: "tour", lineage: "tour-1", roots: [root.publicKey, backup.publicKey])

    static func key(_ number: UInt8) -> PrivateKey { try! PrivateKey(seed: Array(repeating: number, count: 32)) }

    static func date(_ text: String) -> Date { Timestamp.parse(text)! }

    static func draft(revision: Int = 7, issuedAt: String = "2026-11-20T09:00:00Z") -> ManifestDraft {
        ManifestDraft(
            app: "tour", lineage: "tour-1", revision: revision, issuedAt: date(issuedAt),
            expiresAt: date("2026-12-20T09:00:00Z"),
            policy: ["schema": 1, "rules": [["when": ["version": "<2.0"], "require": [:]]]])
    }

    /// An envelope, signed by the root by default.
    static func signed(
        revision: Int = 7, issuedAt: String = "2026-11-20T09:00:00Z", by keys: [PrivateKey] = [root],
        keyring: Envelope? = nil, change: (inout ManifestDraft) -> Void = { _ in }
    ) throws -> [UInt8] {
        var draft = draft(revision: revision, issuedAt: issuedAt)
        change(&draft)
        return try SignedManifest.sign(payload: draft.payload, keys: keys, keyring: keyring)
    }

    /// Signs bytes as a manifest without the checks of `sign`.
    static func unchecked(_ payload: String, by key: PrivateKey = root) throws -> [UInt8] {
        let envelope = try Envelope.sign(Array(payload.utf8), as: SignedManifest.payloadType, with: [key])
        return SignedManifest(envelope: envelope).json
    }

    static func keyring(
        _ epoch: Int, _ online: [PrivateKey], app: String? = nil, by roots: [PrivateKey] = [root]
    ) throws -> Envelope {
        try Keyring(app: app, epoch: epoch, keys: online.map(\.publicKey)).signed(by: roots)
    }

    static func verify(
        _ bytes: [UInt8], pins: Pins = pins, state: TrustState = TrustState()
    ) -> Result<VerifiedManifest, VerificationError> {
        SignedManifest.verify(bytes, pins: pins, state: state, now: now)
    }

    /// The verification error of an envelope; `nil` if it is accepted.
    static func verificationError(
        _ bytes: [UInt8], pins: Pins = pins, state: TrustState = TrustState()
    ) -> VerificationError? {
        guard case .failure(let error) = verify(bytes, pins: pins, state: state) else { return nil }
        return error
    }

    /// The state after accepting envelopes one after the other.
    static func state(after envelopes: [UInt8]..., pins: Pins = pins) throws -> TrustState {
        try envelopes.reduce(TrustState()) { try verify($1, pins: pins, state: $0).get().newState }
    }
}
