import AirworthyPolicy
import ArgumentParser

/// What a policy file can be said to be.
enum PolicyFormat: String, ExpressibleByArgument, CaseIterable {
    case policy
    case configJSON = "config-json"
}

/// The rules to decide by, read from a file.
struct PolicyInput {
    /// The rules, with the facts where the file was a manifest.
    let manifest: Manifest

    /// Reads a file and tells its findings on standard error.
    ///
    /// - Parameters:
    ///   - path: The file, or `-`.
    ///   - format: What it is; `nil` recognises it.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it cannot be used.
    init(_ path: String, as format: PolicyFormat?) throws(ToolError) {
        let file = try InputFile(path)
        let document = try file.openDocument()
        let policy: Policy
        switch format?.kind ?? DocumentKind(of: document) {
        case .policy, .unknown: policy = try file.accept(PolicyReader.read(document))
        case .configJSON: policy = try file.accept(ConfigJSON.read(document))
        case .princeOfVersions:
            manifest = try Self.manifest(.princeOfVersions, document, file)
            return
        case .launchGate:
            manifest = try Self.manifest(.launchGate, document, file)
            return
        case .updates:
            manifest = try Self.manifest(.updates, document, file)
            return
        case .catalog: throw ToolError(.badData, "\(file.name): is a catalog; give it with --catalog")
        case .lookup: throw ToolError(.badData, "\(file.name): is an App Store lookup answer; give it with --catalog")
        case .envelope:
            throw ToolError(.badData, "\(file.name): is a signed envelope, which this version cannot read")
        case .manifest:
            do throws(DocumentError) {
                manifest = try ManifestReader.read(document)
            } catch {
                throw file.refusal([error.asFinding])
            }
            printError("airworthy: note: \(file.name): is a manifest without its signature; it is taken as it is")
            return
        }
        manifest = Manifest(policy: policy)
    }

    /// The rules of a file in another format, with the releases it asserts.
    private static func manifest(
        _ format: LegacyFormat, _ document: DocumentNode, _ file: InputFile
    ) throws(ToolError) -> Manifest {
        let read = format.read(document)
        return Manifest(policy: try file.accept((read.policy, read.findings)), catalog: read.catalog)
    }
}

extension PolicyFormat {
    fileprivate var kind: DocumentKind {
        switch self {
        case .policy: .policy
        case .configJSON: .configJSON
        }
    }
}
