import AirworthyPolicy

/// One answer of App Store Connect: the resources that were asked for and those that belong to them.
struct Document: Sendable {
    let resources: [Resource]
    /// Where the next page is, as written; to be checked before anything is sent there.
    let next: String?
    private let others: [Resource.Identifier: Resource]

    /// Reads an answer.
    /// - Throws: ``AppStoreConnectError`` of kind `malformed` for what is no such answer.
    init(_ body: [UInt8]) throws(AppStoreConnectError) {
        let json: JSONValue
        do throws(DocumentError) {
            json = try JSONReader.read(body, options: .init(maximumDepth: 32, duplicateKeys: .keepFirst)).jsonValue
        } catch {
            throw AppStoreConnectError(.malformed, detail: Self.refusal(body, error))
        }
        guard let data = json["data"] else {
            throw AppStoreConnectError(.malformed, detail: "the answer has no \"data\"")
        }
        let list = data.arrayValue ?? (data.isNull ? [] : [data])
        resources = list.compactMap(Resource.init)
        guard resources.count == list.count else {
            throw AppStoreConnectError(.malformed, detail: "the answer has a resource without type or id")
        }
        next = json["links"]?["next"]?.stringValue
        let included = (json["included"]?.arrayValue ?? []).compactMap(Resource.init)
        others = Dictionary(included.map { ($0.identifier, $0) }) { first, _ in first }
    }

    /// A resource that came along; `nil` if it did not.
    func included(_ identifier: Resource.Identifier?) -> Resource? { identifier.flatMap { others[$0] } }

    private static func refusal(_ body: [UInt8], _ error: DocumentError) -> String {
        if body.isEmpty { return "the answer is empty" }
        let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "<") ? "the answer is a web page" : "the answer is no JSON: \(error)"
    }
}
