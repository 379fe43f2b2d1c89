import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

/// What a policy file can be said to be.
enum PolicyFormat: String, ExpressibleByArgument, CaseIterable {
    case policy
    case configJSON = "config-json"
    case princeOfVersions = "prince-of-versions"
    case launchGate = "launchgate"
    case updates
}

/// The rules to decide by, read from a file.
struct PolicyInput {
    /// The name of the file, for messages.
    let name: String
    /// The rules, with the facts where the file has some.
    let manifest: Manifest

    /// Reads a file and tells its findings on standard error.
    ///
    /// - Parameters:
    ///   - path: The file, or `-`.
    ///   - format: What it is; `nil` recognises it.
    ///   - roots: Public keys of which one must have signed it, as files; none: nobody checks a signature.
    ///   - appleID: The app's Apple ID, for files of other formats, which do not say where the update is.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it cannot be used or is not signed by a root.
    init(
        _ path: String, as format: PolicyFormat? = nil, roots: [String] = [], appleID: Int? = nil
    ) throws(ToolError) {
        let file = try InputFile(path)
        name = file.name
        let document = try file.openDocument()
        let kind = format?.kind ?? DocumentKind(of: document)
        guard roots.isEmpty || kind == .envelope else {
            throw ToolError(.badData, "\(file.name): is not signed, so --root has nothing to check")
        }
        switch kind {
        case .policy, .unknown: manifest = Manifest(policy: try file.accept(PolicyReader.read(document)))
        case .configJSON: manifest = try Self.legacy(.configJSON, document, file, appleID)
        case .princeOfVersions: manifest = try Self.legacy(.princeOfVersions, document, file, appleID)
        case .launchGate: manifest = try Self.legacy(.launchGate, document, file, appleID)
        case .updates: manifest = try Self.legacy(.updates, document, file, appleID)
        case .catalog: throw ToolError(.badData, "\(file.name): is a catalog; give it with --catalog")
        case .lookup: throw ToolError(.badData, "\(file.name): is an App Store lookup answer; give it with --catalog")
        case .envelope: manifest = try Self.signed(file, roots)
        case .manifest: manifest = try Self.unsigned(file, document)
        }
    }

    /// The rules of a file in another format, with the releases it asserts.
    private static func legacy(
        _ format: LegacyFormat, _ document: DocumentNode, _ file: InputFile, _ appleID: Int?
    ) throws(ToolError) -> Manifest {
        let read = format.read(document, appleID: appleID)
        return Manifest(policy: try file.accept((read.policy, read.findings)), catalog: read.catalog)
    }

    private static func signed(_ file: InputFile, _ roots: [String]) throws(ToolError) -> Manifest {
        let signed = try SignedInput(file)
        guard roots.isEmpty else {
            let audience = try signed.unverifiedManifest().audience ?? Pins.defaultAudience
            let keys = try PinnedFiles(roots).keys
            return try signed.verified(roots: keys, audience: audience, now: Clock.now()).manifest
        }
        printError("airworthy: note: \(file.name): the signature was not checked")
        return try signed.unverifiedManifest()
    }

    private static func unsigned(_ file: InputFile, _ document: DocumentNode) throws(ToolError) -> Manifest {
        let manifest: Manifest
        do throws(DocumentError) {
            manifest = try ManifestReader.read(document)
        } catch {
            throw file.refusal([error.finding])
        }
        printError("airworthy: note: \(file.name): is a manifest without its signature; it is taken as it is")
        return manifest
    }
}

extension PolicyFormat {
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
