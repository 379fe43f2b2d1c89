import AirworthyAuthoring
import AirworthyPolicy

/// The input of `publish`: a policy that the server signs, or a manifest that CI has signed.
enum PublishInput {
    case policy(PolicySource)
    case signed(SignedFile, Manifest)

    /// Reads a file, or standard input for `-`, strictly. Warnings about a policy are not reported, because the server
    /// reports them.
    /// - Throws: ``ToolError`` with status 66 if the file cannot be read, 65 if it cannot be used or names another app.
    init(_ path: String, for app: String) throws(ToolError) {
        let file = try InputFile(path)
        try self.init(file, document: file.openDocument(), for: app)
    }

    /// Creates the input from a file that was parsed already.
    init(_ file: InputFile, document: DocumentNode, for app: String) throws(ToolError) {
        let claimed: String?
        switch DocumentKind(of: document) {
        case .envelope:
            let signed = try SignedFile(file)
            let manifest = try signed.unverifiedManifest()
            (self, claimed) = (.signed(signed, manifest), manifest.app)
        case .manifest:
            throw .badData(
                "\(file.name): a manifest without its signature; give the policy it was created from, or the output of "
                    + "`airworthy sign`")
        case .catalog, .lookup:
            throw .badData("\(file.name): a catalog, not a policy; publish it with `airworthy catalog import`")
        default:
            let source = try PolicySource(file: file, document: document, reportsWarnings: false)
            (self, claimed) = (.policy(source), source.policy.app)
        }
        guard let claimed, claimed != app else { return }
        throw .badData("\(file.name): is for the app \"\(claimed.printable)\", not for \"\(app)\"")
    }
}
