import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import ServerSupport

/// A signed and verified manifest, ready to be stored and served.
struct SignedRevision: Sendable {
    let record: ManifestRecord
    let verified: VerifiedManifest
}

/// The content of the next revision of an app, before it is signed.
struct UnsignedRevision: Sendable {
    static let lifetime = Duration.seconds(30 * 86_400)

    let app: App
    let number: Int
    let policyVersion: Int
    /// The policy as written into the manifest.
    let policy: JSONValue
    /// The catalog as written into the manifest; `nil` if none is known.
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

    /// Returns the size of the signed envelope in bytes. If the server has no keys, the size includes one signature.
    func size(signedBy signer: Signer) -> Int {
        let placeholder = [UInt8](repeating: 0, count: 64)
        let ids = signer.keys.isEmpty ? [String(repeating: "0", count: 16)] : signer.publicKeys.map(\.id)
        let envelope = Envelope(
            payloadType: SignedManifest.payloadType, payload: payload,
            signatures: ids.map { Envelope.Signature(keyID: $0, bytes: placeholder) })
        return SignedManifest(envelope: envelope, keyring: signer.keyring(for: app)).json.count
    }

    /// Signs with every online key, then verifies the result as the installed apps do: as a device that has accepted
    /// the manifest in force. Returns the manifest, ready to be stored.
    func signed(by signer: Signer, for deviceState: TrustState) throws(ControlPlaneError) -> SignedRevision {
        let bytes: [UInt8]
        do throws(SigningError) {
            bytes = try SignedManifest.sign(payload: payload, keys: signer.keys, keyring: signer.keyring(for: app))
        } catch {
            throw ControlPlaneError(Self.kind(of: error), detail: error.description)
        }
        switch SignedManifest.verify(bytes, pins: app.trustPins, state: deviceState, now: issuedAt) {
        case .failure(let refusal):
            if let reason = signer.distrust(of: app) { throw ControlPlaneError(.notTrusted, detail: reason) }
            let keys = signer.publicKeys.map(\.id).joined(separator: ", ")
            throw ControlPlaneError(
                .notTrusted,
                detail:
                    "the installed apps of \"\(app.slug)\" would reject the signatures of this server (by \(keys)): "
                    + refusal.description)
        case .success(let verified):
            let record = ManifestRecord(
                app: app.slug, revision: number, policyVersion: policyVersion, digest: ContentDigest.hex(bytes),
                payloadDigest: verified.digest, bytes: bytes, size: bytes.count, cause: cause, issuedAt: issuedAt,
                expiresAt: verified.manifest.expiresAt?.storable, author: author, note: note)
            return SignedRevision(record: record, verified: verified)
        }
    }

    private static func kind(of error: SigningError) -> ProblemKind {
        switch error {
        case .tooLarge: .tooLarge
        case .noKeys, .tooManyKeys, .cryptoUnavailable: .noSigningKey
        case .invalidContent: .notTrusted
        }
    }
}
