import AirworthyPolicy

/// What is to be published: a policy that the server signs, or a manifest that CI has signed.
enum PublishSource {
    case policy(SigningSource)
    case signed(SignedInput, Manifest)

    /// Reads a file strictly. Warnings about a policy are left to the server, which reads it again.
    /// - Parameters:
    ///   - path: The file, or `-`.
    ///   - app: The app it must be for, if it says so.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it cannot be used or is another app's.
    init(_ path: String, for app: String) throws(ToolError) {
        let file = try InputFile(path)
        let document = try file.openDocument()
        let claimed: String?
        switch DocumentKind(of: document) {
        case .envelope:
            let signed = try SignedInput(file)
            let manifest = try signed.unverifiedManifest()
            (self, claimed) = (.signed(signed, manifest), manifest.app)
        case .manifest:
            throw ToolError(
                .badData,
                "\(file.name): is a manifest without its signature; give the policy it was made from, or what "
                    + "`airworthy sign` wrote")
        case .catalog, .lookup:
            throw ToolError(.badData, "\(file.name): is a catalog; `airworthy catalog import` takes it")
        default:
            let source = try SigningSource(file, document, isReadAgain: true)
            (self, claimed) = (.policy(source), source.policy.app)
        }
        guard let claimed, claimed != app else { return }
        throw ToolError(.badData, "\(file.name): is for the app \"\(claimed.printable)\", not for \"\(app)\"")
    }
}
