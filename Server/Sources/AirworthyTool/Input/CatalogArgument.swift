import AirworthyPolicy

/// `FILE` or `FILE@STOREFRONT`, as given to `--catalog`.
struct CatalogArgument {
    let path: String
    /// The storefront that was asked when the file is a lookup answer.
    let storefront: Storefront?

    /// Splits off a storefront, unless the whole is the name of a file and the part before the `@` is not.
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

    /// Reads the file, and nothing of what is in it yet.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it is no document.
    func opened() throws(ToolError) -> OpenedCatalog {
        let file = try InputFile(path)
        return OpenedCatalog(file: file, document: try file.openDocument(), storefront: storefront)
    }
}

/// A file with facts, read as a document.
struct OpenedCatalog {
    let file: InputFile
    let document: DocumentNode
    /// The storefront that was asked when the file is a lookup answer.
    let storefront: Storefront?

    /// What it is.
    var kind: DocumentKind { DocumentKind(of: document) }

    /// The facts, with findings told on standard error.
    /// - Parameters:
    ///   - policy: Whose ids say which results of a lookup answer count.
    ///   - app: The app it must be for, if it says so.
    /// - Returns: What it says about releases.
    /// - Throws: ``ToolError`` with status 65 if it cannot be used.
    func catalog(for policy: Policy, app: String?) throws(ToolError) -> Catalog {
        switch kind {
        case .catalog: return try ours(app)
        case .lookup: return try lookup(policy)
        case .policy, .configJSON, .princeOfVersions, .launchGate, .updates:
            throw ToolError(.badData, "\(file.name): is a policy, not a catalog; give it with --policy")
        case .envelope:
            throw ToolError(.badData, "\(file.name): is a signed manifest, not a catalog; give it with --policy")
        case .manifest, .unknown:
            throw ToolError(.badData, "\(file.name): is neither a catalog nor an App Store lookup answer")
        }
    }

    private func ours(_ app: String?) throws(ToolError) -> Catalog {
        if let storefront {
            throw ToolError(
                .badData,
                "\(file.name): is a catalog, which names its storefronts itself; leave out @\(storefront) (it is for lookup "
                    + "answers)")
        }
        let catalog = try file.accept(CatalogReader.read(document))
        if let app, let other = catalog.app, app != other {
            throw ToolError(
                .badData, "\(file.name): is for the app \"\(other)\", what was read before is for \"\(app)\"")
        }
        return catalog
    }

    private func lookup(_ policy: Policy) throws(ToolError) -> Catalog {
        let answer = AppStoreLookup.read(
            document, storefront: storefront, bundleID: policy.bundleID, appleID: policy.appleID)
        let catalog = try file.accept(answer)
        if catalog.releases.isEmpty, answer.findings.contains(where: { $0.code == "other-app" }) {
            throw ToolError(.badData, "\(file.name): has no result for the policy's app")
        }
        return catalog
    }
}

extension Manifest {
    /// Reads files with facts and tells their findings on standard error.
    ///
    /// - Parameter arguments: What was given to `--catalog`.
    /// - Returns: The manifest with the facts of every file, merged.
    /// - Throws: ``ToolError`` with status 66 if a file cannot be read, 65 if it cannot be used.
    func adding(_ arguments: [CatalogArgument]) throws(ToolError) -> Manifest {
        var manifest = self
        for argument in arguments { manifest = try manifest.adding(argument.opened()) }
        return manifest
    }

    /// The same for a file that is open.
    func adding(_ opened: OpenedCatalog) throws(ToolError) -> Manifest {
        var manifest = self
        let facts = try opened.catalog(for: policy, app: app)
        manifest.catalog = catalog == .empty ? facts : catalog.merging(facts)
        manifest.app = app ?? facts.app
        return manifest
    }
}
