package import AirworthyPolicy

/// An answer of the lookup for one country.
package struct LookupAnswer: Sendable {
    fileprivate struct Result: Sendable {
        let node: DocumentNode
        let id: Int?
        let bundleID: String?
    }

    /// The country that was asked.
    package let storefront: Storefront
    private let results: [Result]

    /// Reads an answer as Apple sends it.
    /// - Parameters:
    ///   - body: The whole body.
    ///   - storefront: The country that was asked.
    ///   - asked: How many apps were asked about.
    /// - Throws: ``UpstreamProblem`` of kind `malformed`.
    init(body: [UInt8], storefront: Storefront, asked: Int) throws(UpstreamProblem) {
        let document: DocumentNode
        do throws(DocumentError) {
            document = try JSONReader.read(body, options: JSONReader.Options(duplicateKeys: .keepFirst))
        } catch {
            throw UpstreamProblem(.malformed, "the lookup's answer is no JSON: \(error.finding.message)")
        }
        guard case .object(let members) = document.value,
            case .array(let nodes)? = members.first(where: { $0.key == "results" })?.value.value
        else { throw UpstreamProblem(.malformed, "the lookup's answer has no \"results\"") }
        self.storefront = storefront
        results = nodes.compactMap { node in
            let result = Result(node)
            // What says of itself neither which app it is nor whose can only be the one that was asked about.
            return result.id == nil && result.bundleID == nil && asked > 1 ? nil : result
        }
    }

    /// What it says of an app.
    /// - Parameters:
    ///   - bundleID: Its bundle identifier, if known.
    ///   - appleID: Its number, if known.
    ///   - platforms: The platforms that count; `nil` is every one.
    /// - Returns: The releases on sale, one for a platform. None if the answer knows nothing of the app: that is unknown,
    ///   not "no update".
    package func releases(bundleID: String?, appleID: Int?, platforms: [Platform]? = nil) -> [Release] {
        let nodes = results.lazy.filter { appleID == nil || $0.id == nil || $0.id == appleID }.map(\.node)
        guard let first = nodes.first else { return [] }
        let list = DocumentNode(.array(Array(nodes)), at: first.position)
        let member = DocumentNode.Member(key: "results", keyPosition: first.position, value: list)
        let (catalog, _) = AppStoreLookup.read(
            DocumentNode(.object([member]), at: first.position), storefront: storefront, bundleID: bundleID,
            appleID: appleID)
        var seen: Set<Platform> = []
        return (catalog?.releases ?? []).filter { release in
            (platforms?.contains(release.platform) ?? true) && seen.insert(release.platform).inserted
        }
    }
}

extension LookupAnswer.Result {
    fileprivate init(_ node: DocumentNode) {
        self.node = node
        let value = node.jsonValue
        let url = value["trackViewUrl"]?.stringValue
        id =
            value["trackId"]?.intValue.flatMap { $0 > 0 ? $0 : nil } ?? url.flatMap { OpenableURL.appStoreID(in: $0) }
        bundleID = value["bundleId"]?.stringValue
    }
}
