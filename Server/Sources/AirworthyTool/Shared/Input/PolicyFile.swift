import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

/// The format of a policy file, as `--format` and `--from` name it.
enum PolicyFormat: String, ExpressibleByArgument, CaseIterable {
    case policy
    case configJSON = "config-json"
    case princeOfVersions = "prince-of-versions"
    case launchGate = "launchgate"
    case updates

    fileprivate var kind: DocumentKind {
        switch self {
        case .policy: .policy
        case .configJSON: .configJSON
        case .princeOfVersions: .princeOfVersions
        case .launchGate: .launchGate
        case .updates: .updates
        }
    }
}

/// A file with the rules to decide by: a policy, a manifest or a file of another format.
struct PolicyFile {
    /// The name of the file, for messages.
    let name: String
    /// The rules, with the releases that the file contains.
    let manifest: Manifest

    /// Reads a file, or standard input for `-`, and reports its findings on standard error.
    ///
    /// Without a format it detects it. One of the root keys must have signed a manifest; without any, signatures are
    /// not checked. The app's Apple ID is for formats that do not contain the location of the update.
    init(
        _ path: String, as format: PolicyFormat? = nil, roots: [String] = [], appleID: Int? = nil
    ) throws(ToolError) {
        let file = try InputFile(path)
        name = file.name
        let document = try file.openDocument()
        let kind = format?.kind ?? DocumentKind(of: document)
        guard roots.isEmpty || kind == .envelope else {
            throw .badData("\(file.name): not signed, so --root does not apply")
        }
        switch kind {
        case .unknown where document.hasUnknownFormat:
            throw file.refusal([.unknownFormat(at: document.position)])
        case .policy, .unknown: manifest = Manifest(policy: try file.accept(PolicyReader.read(document)))
        case .configJSON: manifest = try Self.legacy(.configJSON, file: file, document: document, appleID: appleID)
        case .princeOfVersions:
            manifest = try Self.legacy(.princeOfVersions, file: file, document: document, appleID: appleID)
        case .launchGate: manifest = try Self.legacy(.launchGate, file: file, document: document, appleID: appleID)
        case .updates: manifest = try Self.legacy(.updates, file: file, document: document, appleID: appleID)
        case .catalog: throw .badData("\(file.name): a catalog, not a policy; give it with --catalog")
        case .lookup: throw .badData("\(file.name): an App Store lookup answer, not a policy; give it with --catalog")
        case .envelope: manifest = try Self.signed(file, roots: roots)
        case .manifest: manifest = try Self.unsigned(file, document: document)
        }
    }

    /// Returns the rules of a file in another format, with the releases it asserts.
    private static func legacy(
        _ format: LegacyFormat, file: InputFile, document: DocumentNode, appleID: Int?
    ) throws(ToolError) -> Manifest {
        let read = format.read(document, appleID: appleID)
        return Manifest(policy: try file.accept((read.policy, read.findings)), catalog: read.catalog)
    }

    private static func signed(_ file: InputFile, roots: [String]) throws(ToolError) -> Manifest {
        let signed = try SignedFile(file)
        guard roots.isEmpty else {
            let keys = try PinnedKeyFiles(roots).keys
            return try signed.verified(roots: keys, audience: signed.claimedAudience, now: WallClock.now()).manifest
        }
        printError("airworthy: note: \(file.name): the signature was not checked")
        return try signed.unverifiedManifest()
    }

    private static func unsigned(_ file: InputFile, document: DocumentNode) throws(ToolError) -> Manifest {
        let manifest: Manifest
        do throws(DocumentError) {
            manifest = try ManifestReader.read(document)
        } catch {
            throw file.refusal([error.finding])
        }
        printError("airworthy: note: \(file.name): a manifest without a signature; used as it is")
        return manifest
    }
}
