import AirworthyPolicy
import AirworthyTrust
import Foundation
import ServerSupport

/// A signed and verified manifest, ready to be stored and served.
struct SignedRevision: Sendable {
    let record: ManifestRecord
    let verified: VerifiedManifest
}

/// The content of a manifest that is to be signed.
struct RevisionPlan: Sendable {
    /// The lifetime of a manifest.
    static let lifetime = Duration.seconds(30 * 86_400)

    let app: App
    let number: Int
    let policyVersion: Int
    /// The policy as it travels.
    let policy: JSONValue
    /// The catalog as it travels; `nil` if none is known.
    let catalog: Catalog?
    let cause: ManifestRecord.Cause
    let author: String
    var note: String?
    let issuedAt: Date

    /// The bytes to sign.
    private var payload: [UInt8] {
        ManifestDraft(
            app: app.slug, audience: app.audience, lineage: app.lineage, revision: number,
            policyVersion: policyVersion, issuedAt: issuedAt,
            expiresAt: issuedAt.addingTimeInterval(Self.lifetime.seconds), policy: policy, catalog: catalog?.jsonValue
        ).payload
    }

    /// Returns the size of the envelope in bytes. Needs no keys: without any, it counts one signature.
    func size(signedBy signer: Signer) -> Int {
        let placeholder = [UInt8](repeating: 0, count: 64)
        let ids = signer.keys.isEmpty ? [String(repeating: "0", count: 16)] : signer.publicKeys.map(\.id)
        let envelope = Envelope(
            payloadType: SignedManifest.payloadType, payload: payload,
            signatures: ids.map { Envelope.Signature(keyID: $0, bytes: placeholder) })
        return SignedManifest(envelope: envelope, keyring: signer.keyring(for: app)).json.count
    }

    /// Signs with every online key, then verifies as the app's builds do.
    /// - Parameters:
    ///   - signer: The keys.
    ///   - state: The trust state of a device with the manifest in force.
    /// - Returns: The manifest, ready to be stored.
    /// - Throws: ``ControlPlaneError`` `noSigningKey`, `tooLarge` or `notTrusted`.
    func signed(by signer: Signer, after state: TrustState) throws(ControlPlaneError) -> SignedRevision {
        let bytes: [UInt8]
        do throws(SigningError) {
            bytes = try SignedManifest.sign(payload: payload, keys: signer.keys, keyring: signer.keyring(for: app))
        } catch {
            throw ControlPlaneError(Self.kind(of: error), detail: error.description)
        }
        switch SignedManifest.verify(bytes, pins: app.trustPins, state: state, now: issuedAt) {
        case .failure(let refusal):
            let keys = signer.publicKeys.map(\.id).joined(separator: ", ")
            throw ControlPlaneError(
                .notTrusted,
                detail: "the builds of \"\(app.slug)\" would reject the signatures of this server (by \(keys)): "
                    + refusal.description)
        case .success(let verified):
            let record = ManifestRecord(
                app: app.slug, revision: number, policyVersion: policyVersion, digest: ContentDigest.hex(bytes),
                payloadDigest: verified.digest, bytes: bytes, size: bytes.count, cause: cause, issuedAt: issuedAt,
                expiresAt: verified.manifest.expiresAt?.storable, author: author, note: note)
            return SignedRevision(record: record, verified: verified)
        }
    }

    private static func kind(of error: SigningError) -> ControlPlaneError.Kind {
        switch error {
        case .tooLarge: .tooLarge
        case .noKeys, .tooManyKeys, .cryptoUnavailable: .noSigningKey
        case .invalidContent: .notTrusted
        }
    }
}
