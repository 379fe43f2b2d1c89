import AirworthyPolicy
import AirworthyTrust
import Foundation

/// The manifest that a new one replaces, from a file or a server.
struct PreviousManifest {
    private let name: String
    private let signed: SignedFile
    private let manifest: Manifest

    /// Reads the manifest, unverified, from a file, `-`, or an `https` URL (`http` on this machine).
    init(_ location: String) async throws(ToolError) {
        let file = location.contains("://") ? try await ManifestDownload.file(at: location) : try InputFile(location)
        name = file.name
        signed = try SignedFile(file)
        manifest = try signed.unverifiedManifest()
    }

    var lineage: String? { manifest.lineage }

    /// Checks that the manifest has the same app, audience and lineage, so that its revision is meaningful.
    func requireOrigin(app: String, audience: String, lineage: String?) throws(ToolError) {
        guard manifest.app == app else { throw mismatch(in: "app", found: manifest.app, expected: app) }
        let found = manifest.audience ?? Pins.defaultAudience
        guard found == audience else { throw mismatch(in: "audience", found: found, expected: audience) }
        guard lineage == nil || manifest.lineage == lineage else {
            throw mismatch(in: "lineage", found: manifest.lineage, expected: lineage)
        }
    }

    func nextRevision() throws(ToolError) -> Int {
        guard let revision = manifest.revision else {
            throw ToolError.badData("--previous: \(name): has no revision; give --revision a number")
        }
        guard revision < .max else {
            throw ToolError.badData(
                "--previous: \(name): has the highest possible revision, which points to an attack; find out who signed "
                    + "it, sign a keyring with a higher epoch, and give --revision a number")
        }
        return revision + 1
    }

    /// Checks that a revision given by the user increases.
    func requireRevision(below revision: Int) throws(ToolError) {
        guard let current = manifest.revision, current >= revision else { return }
        throw ToolError.badData(
            "--revision: \(revision) not above \(current), the revision of \(name); write a higher number")
    }

    /// Checks that a payload does not replace another one of the same app and the same or a higher revision, which devices would
    /// refuse. The same payload may be signed again by other keys, and a keyring of a higher epoch starts anew.
    static func requireNewer(
        _ payload: [UInt8], revision: Int, epoch: Int, of app: String, than output: String
    ) throws(ToolError) {
        guard output != "-", let file = try? InputFile(output), let signed = try? SignedFile(file),
            let manifest = try? signed.unverifiedManifest(), manifest.app == app, let current = manifest.revision,
            current >= revision, signed.envelope.envelope.payload != payload,
            epoch <= signed.envelope.keyring.flatMap({ try? Keyring.read(json: $0.jsonValue.jsonBytes()).keyring })?
                .epoch ?? 0
        else { return }
        throw ToolError.badData(
            "\(file.name): is revision \(current) already, and devices refuse another content of it; sign with "
                + "--previous \(output.printable) --revision auto, or delete the file if no device can have it")
    }

    /// Prints a note unless one of these keys signed the manifest. Otherwise anybody may have made up its revision.
    func warnUnlessSigned(by keys: [PublicKey]) {
        let pins = Pins(
            app: manifest.app ?? "", audience: manifest.audience ?? Pins.defaultAudience, roots: keys)
        // An untrusted keyring would hide a valid signature of one of these keys.
        let withoutKeyring = SignedManifest(envelope: signed.envelope.envelope)
        let now = manifest.issuedAt ?? .distantPast
        for candidate in [signed.envelope, withoutKeyring] {
            if case .success = SignedManifest.verify(candidate.json, pins: pins, now: now) { return }
        }
        printError("airworthy: note: \(name): not signed by any of these keys, so its revision is not verified")
    }

    private func mismatch(in field: String, found: String?, expected: String?) -> ToolError {
        ToolError.badData(
            "--previous: \(name): has the \(field) \(Self.quoted(found)), not \(Self.quoted(expected)); give the manifest "
                + "that this one replaces")
    }

    private static func quoted(_ text: String?) -> String { text.map { "\"\($0.printable)\"" } ?? "none" }
}
