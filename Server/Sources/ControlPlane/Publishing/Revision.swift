import AirworthyPolicy
import AirworthyTrust
import Foundation

/// A manifest that was signed and verified, ready to be stored and served.
struct Revision: Sendable {
    let record: ManifestRecord
    let verified: VerifiedManifest
}

/// A manifest that is to be made.
struct RevisionPlan: Sendable {
    /// How long manifests hold, in seconds.
    static let lifetime = 30 * Instant.day

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
            policyVersion: policyVersion, issuedAt: issuedAt, expiresAt: issuedAt.addingTimeInterval(Self.lifetime),
            policy: policy, catalog: catalog?.jsonValue
        ).payload
    }

    /// How many bytes the envelope will have. Needs no keys: without any, one signature is counted.
    func size(signedBy signer: Signer) -> Int {
        let none = [UInt8](repeating: 0, count: 64)
        let ids = signer.keys.isEmpty ? [String(repeating: "0", count: 16)] : signer.publicKeys.map(\.id)
        let envelope = Envelope(
            payloadType: SignedManifest.payloadType, payload: payload,
            signatures: ids.map { Envelope.Signature(keyID: $0, bytes: none) })
        return SignedManifest(envelope: envelope, keyring: signer.keyring(for: app)).json.count
    }

    /// Signs with every online key, then verifies as the app's builds will.
    /// - Parameters:
    ///   - signer: The keys.
    ///   - state: What a device remembers that has the manifest in force.
    /// - Returns: The manifest, ready to be stored.
    /// - Throws: ``ControlPlaneError`` `noSigningKey`, `tooLarge` or `notTrusted`.
    func signed(by signer: Signer, after state: TrustState) throws(ControlPlaneError) -> Revision {
        let bytes: [UInt8]
        do throws(SigningError) {
            bytes = try SignedManifest.sign(payload: payload, keys: signer.keys, keyring: signer.keyring(for: app))
        } catch {
            throw ControlPlaneError(signing: error)
        }
        switch SignedManifest.verify(bytes, pins: app.trustPins, state: state, now: issuedAt) {
        case .failure(let refusal):
            let keys = signer.publicKeys.map(\.id).joined(separator: ", ")
            throw ControlPlaneError(
                .notTrusted,
                detail: "the builds of \"\(app.slug)\" would refuse what this server signs (with \(keys)): "
                    + refusal.description)
        case .success(let verified):
            let record = ManifestRecord(
                app: app.slug, revision: number, policyVersion: policyVersion, digest: ContentDigest.hex(bytes),
                payloadDigest: verified.digest, bytes: bytes, size: bytes.count, cause: cause, issuedAt: issuedAt,
                expiresAt: verified.manifest.expiresAt.map(Instant.stored), author: author, note: note)
            return Revision(record: record, verified: verified)
        }
    }
}

extension ControlPlaneError {
    /// What signing refused.
    fileprivate init(signing error: SigningError) {
        switch error {
        case .tooLarge: self.init(.tooLarge, detail: error.description)
        case .noKeys, .tooManyKeys, .cryptoUnavailable: self.init(.noSigningKey, detail: error.description)
        case .neverAccepted: self.init(.notTrusted, detail: error.description)
        }
    }
}
