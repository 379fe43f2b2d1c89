package import AirworthyPolicy

/// An answer of the App Store lookup for one country.
package struct LookupAnswer: Sendable {
    private struct Result: Sendable {
        let node: DocumentNode
        let id: Int?
        let bundleID: String?

        init(_ node: DocumentNode) {
            self.node = node
            let value = node.jsonValue
            let url = value["trackViewUrl"]?.stringValue
            id =
                value["trackId"]?.intValue.flatMap { $0 > 0 ? $0 : nil }
                ?? url.flatMap { OpenableURL.appStoreID(in: $0) }
            bundleID = value["bundleId"]?.stringValue
        }
    }

    /// The country.
    package let storefront: Storefront
    private let platform: Platform
    private let results: [Result]

    init(
        body: [UInt8], storefront: Storefront, platform: Platform = .ios, appCount: Int
    ) throws(SourceError) {
        let document: DocumentNode
        do throws(DocumentError) {
            document = try JSONReader.read(body, options: JSONReader.Options(duplicateKeys: .keepFirst))
        } catch {
            throw SourceError(.malformed, detail: "the lookup's answer is no JSON: \(error.finding.message)")
        }
        guard case .object(let members) = document.value,
            case .array(let nodes)? = members.first(where: { $0.key == "results" })?.value.value
        else { throw SourceError(.malformed, detail: "the lookup's answer has no \"results\"") }
        self.storefront = storefront
        self.platform = platform
        results = nodes.compactMap { node in
            let result = Result(node)
            // A result that names no app can only be the one app that was looked up.
            return result.id == nil && result.bundleID == nil && appCount > 1 ? nil : result
        }
    }

    /// Returns the releases of an app on sale, one for a platform; `nil` as platforms returns every one. An empty list
    /// means unknown, not "no update".
    package func releases(bundleID: String?, appleID: Int?, platforms: [Platform]? = nil) -> [Release] {
        let nodes = results.lazy.filter { appleID == nil || $0.id == nil || $0.id == appleID }.map(\.node)
        guard let first = nodes.first else { return [] }
        let list = DocumentNode(.array(Array(nodes)), at: first.position)
        let member = DocumentNode.Member(key: "results", keyPosition: first.position, value: list)
        let (catalog, _) = AppStoreLookup.read(
            DocumentNode(.object([member]), at: first.position), storefront: storefront, bundleID: bundleID,
            appleID: appleID, platform: platform)
        var seen: Set<Platform> = []
        return (catalog?.releases ?? []).filter { release in
            (platforms?.contains(release.platform) ?? true) && seen.insert(release.platform).inserted
        }
    }
}
