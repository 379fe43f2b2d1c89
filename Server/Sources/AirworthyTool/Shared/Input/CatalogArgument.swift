import AirworthyAuthoring
import AirworthyPolicy
import ControlPlane

/// A value of `--catalog`: `FILE` or `FILE@STOREFRONT`.
struct CatalogArgument {
    private let path: String
    /// The storefront of a lookup answer.
    private let storefront: Storefront?

    /// Splits off the storefront, unless only the whole argument is the name of a file.
    init(_ argument: String) {
        guard let at = argument.lastIndex(of: "@"),
            let storefront = Storefront(String(argument[argument.index(after: at)...])),
            fileExists(String(argument[..<at])) || !fileExists(argument)
        else {
            path = argument
            storefront = nil
            return
        }
        path = String(argument[..<at])
        self.storefront = storefront
    }

    /// Reads and parses the file. Its content is not checked yet.
    func opened() throws(ToolError) -> OpenedCatalog {
        let file = try InputFile(path)
        return OpenedCatalog(file: file, document: try file.openDocument(), storefront: storefront)
    }
}

struct OpenedCatalog {
    let file: InputFile
    let document: DocumentNode
    /// The storefront of a lookup answer.
    fileprivate let storefront: Storefront?

    var kind: DocumentKind { DocumentKind(of: document) }

    /// Reads the releases and reports findings on standard error. The policy's ids select the results of a lookup
    /// answer. A catalog that names an app must be for `app`.
    fileprivate func catalog(for policy: Policy, app: String?) throws(ToolError) -> Catalog {
        switch kind {
        case .catalog: return try catalog(app: app)
        case .lookup: return try lookupAnswer(for: policy)
        case .policy, .configJSON, .princeOfVersions, .launchGate, .updates:
            throw ToolError.badData("\(file.name): a policy, not a catalog; give it with --policy")
        case .envelope:
            throw ToolError.badData("\(file.name): a signed manifest, not a catalog; give it with --policy")
        case .manifest, .unknown:
            throw ToolError.badData("\(file.name): neither a catalog nor an App Store lookup answer")
        }
    }

    private func catalog(app: String?) throws(ToolError) -> Catalog {
        if let storefront {
            throw ToolError.badData(
                "\(file.name): a catalog names its storefronts itself; leave out @\(storefront), which is for lookup "
                    + "answers")
        }
        let catalog = try file.accept(CatalogReader.read(document))
        if let app, let problem = catalog.wrongApp(for: app) {
            throw ToolError.badData("\(file.name): the \(problem)")
        }
        return catalog
    }

    private func lookupAnswer(for policy: Policy) throws(ToolError) -> Catalog {
        let answer = AppStoreLookup.read(
            document, storefront: storefront, bundleID: policy.bundleID, appleID: policy.appleID)
        let catalog = try file.accept(answer)
        if catalog.releases.isEmpty, answer.findings.contains(where: { $0.code == "other-app" }) {
            throw ToolError.badData("\(file.name): no result for the policy's app")
        }
        return catalog
    }
}

extension Manifest {
    /// Returns the manifest with the releases of all files, and reports their findings on standard error.
    func adding(_ arguments: [CatalogArgument]) throws(ToolError) -> Manifest {
        var opened: [OpenedCatalog] = []
        for argument in arguments { opened.append(try argument.opened()) }
        return try adding(opened)
    }

    /// Returns the manifest with the releases of parsed files.
    func adding(_ opened: [OpenedCatalog]) throws(ToolError) -> Manifest {
        var manifest = self
        var catalogs = catalog == .empty ? [] : [catalog]
        for file in opened {
            let added = try file.catalog(for: policy, app: manifest.app)
            manifest.app = manifest.app ?? added.app
            catalogs.append(added)
        }
        manifest.catalog = Catalog(merging: catalogs)
        return manifest
    }
}
