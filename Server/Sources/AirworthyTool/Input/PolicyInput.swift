import AirworthyPolicy
import AirworthyTrust
import ArgumentParser

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
    ///   - roots: Public keys of which one must have signed it, as files; none: nobody checks a signature.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it cannot be used or is not signed by a root.
    init(_ path: String, as format: PolicyFormat? = nil, roots: [String] = []) throws(ToolError) {
        let file = try InputFile(path)
        let document = try file.openDocument()
        let kind = format?.kind ?? DocumentKind(of: document)
        guard roots.isEmpty || kind == .envelope else {
            throw ToolError(.badData, "\(file.name): is not signed, so --root has nothing to check")
        }
        let policy: Policy
        switch kind {
        case .policy, .unknown: policy = try file.accept(PolicyReader.read(document))
        case .configJSON: policy = try file.accept(ConfigJSON.read(document))
        case .catalog: throw ToolError(.badData, "\(file.name): is a catalog; give it with --catalog")
        case .lookup: throw ToolError(.badData, "\(file.name): is an App Store lookup answer; give it with --catalog")
        case .envelope:
            manifest = try Self.signed(file, roots)
            return
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

    private static func signed(_ file: InputFile, _ roots: [String]) throws(ToolError) -> Manifest {
        let signed = try SignedInput(file)
        guard roots.isEmpty else {
            let audience = try signed.unverifiedManifest().audience ?? Pins.defaultAudience
            let keys = try PinnedFiles(roots).keys
            return try signed.verified(roots: keys, audience: audience, now: Clock.now()).manifest
        }
        printError("airworthy: note: \(file.name): the signature was not checked; give --root to check it")
        return try signed.unverifiedManifest()
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
