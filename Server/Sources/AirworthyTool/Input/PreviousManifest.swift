import AirworthyPolicy
import AirworthyTrust
import Foundation

/// The manifest that a new one follows, from a file or from where it is served.
struct PreviousManifest {
    private let name: String
    private let signed: SignedInput
    private let manifest: Manifest

    /// Reads it; who signed it is another question.
    /// - Parameter place: A file, `-`, or an `https` URL (`http` on this machine).
    /// - Throws: ``ToolError``: 66 if it cannot be had, 65 if it is no manifest.
    init(_ place: String) throws(ToolError) {
        let file = place.contains("://") ? try Download.file(place) : try InputFile(place)
        name = file.name
        signed = try SignedInput(file)
        manifest = try signed.unverifiedManifest()
    }

    var lineage: String? { manifest.lineage }

    /// Makes sure that it is of the same app, audience and lineage, so that its revision says something.
    /// - Throws: ``ToolError`` with status 65.
    func checkOrigin(app: String, audience: String, lineage: String?) throws(ToolError) {
        guard manifest.app == app else { throw other("app", manifest.app, app) }
        let theirs = manifest.audience ?? Pins.defaultAudience
        guard theirs == audience else { throw other("audience", theirs, audience) }
        guard lineage == nil || manifest.lineage == lineage else { throw other("lineage", manifest.lineage, lineage) }
    }

    /// The revision after it.
    /// - Throws: ``ToolError`` with status 65 if it has none, or the last one there is.
    func nextRevision() throws(ToolError) -> Int {
        guard let revision = manifest.revision else {
            throw ToolError(.badData, "--previous: \(name): has no revision; give --revision a number")
        }
        guard revision < .max else {
            throw ToolError(
                .badData,
                "--previous: \(name): has the last revision there is, which nobody reaches in good faith; find out who "
                    + "signed it, sign a keyring with a higher epoch, and give --revision a number")
        }
        return revision + 1
    }

    /// Makes sure that a revision that was chosen by hand goes up.
    /// - Throws: ``ToolError`` with status 65.
    func checkBelow(_ revision: Int) throws(ToolError) {
        guard let mine = manifest.revision, mine >= revision else { return }
        throw ToolError(.badData, "--revision: \(revision) does not rise above \(mine), which \(name) has")
    }

    /// A note unless one of these keys signed it: then its revision is anybody's word.
    func noteUnlessSigned(by keys: [PublicKey]) {
        let pins = Pins(
            app: manifest.app ?? "", audience: manifest.audience ?? Pins.defaultAudience, roots: keys)
        // A keyring signed by somebody else would hide a good signature of one of these keys.
        let alone = SignedManifest(envelope: signed.envelope.envelope)
        let now = manifest.issuedAt ?? .distantPast
        for candidate in [signed.envelope, alone] {
            if case .success = SignedManifest.verify(candidate.json, pins: pins, now: now) { return }
        }
        printError("airworthy: note: \(name): not signed by any of these keys; its revision was taken at its word")
    }

    private func other(_ what: String, _ theirs: String?, _ mine: String?) -> ToolError {
        ToolError(
            .badData,
            "--previous: \(name): has the \(what) \(Self.quoted(theirs)), not \(Self.quoted(mine)); give the manifest that "
                + "this one follows")
    }

    private static func quoted(_ text: String?) -> String { text.map { "\"\($0.printable)\"" } ?? "none" }
}
