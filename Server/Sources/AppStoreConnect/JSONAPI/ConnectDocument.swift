import AirworthyPolicy
import Foundation

/// A JSON:API document of App Store Connect: the requested resources and the included ones.
struct ConnectDocument: Sendable {
    let resources: [ConnectResource]
    /// The link to the next page, as written; check it before anything is sent there.
    let next: String?
    private let others: [ConnectResource.Identifier: ConnectResource]

    init(_ body: [UInt8]) throws(AppStoreConnectError) {
        let json: JSONValue
        do throws(DocumentError) {
            json = try JSONReader.read(body, options: .init(maximumDepth: 32, duplicateKeys: .keepFirst)).jsonValue
        } catch {
            throw AppStoreConnectError(.malformed, detail: Self.problem(of: body, error: error))
        }
        guard let data = json["data"] else {
            throw AppStoreConnectError(.malformed, detail: "the answer has no \"data\"")
        }
        let list = data.arrayValue ?? (data.isNull ? [] : [data])
        resources = list.compactMap(ConnectResource.init)
        guard resources.count == list.count else {
            throw AppStoreConnectError(.malformed, detail: "the answer has a resource without type or id")
        }
        next = json["links"]?["next"]?.stringValue
        let included = (json["included"]?.arrayValue ?? []).compactMap(ConnectResource.init)
        others = Dictionary(included.map { ($0.identifier, $0) }) { first, _ in first }
    }

    /// Returns an included resource; `nil` if it is not in the document.
    func included(_ identifier: ConnectResource.Identifier?) -> ConnectResource? { identifier.flatMap { others[$0] } }

    /// Returns the included texts of a relationship by Apple's locale, e.g. `en-US`; `nil` without any text.
    func localizedText(_ link: ConnectResource.Link?, attribute name: String) -> LocalizedText? {
        var texts: [String: String] = [:]
        for identifier in link?.identifiers ?? [] {
            guard let resource = included(identifier), let locale = resource.string("locale"),
                let text = resource.string(name), !text.isEmpty, texts[locale] == nil
            else { continue }
            texts[locale] = text
        }
        return texts.isEmpty ? nil : LocalizedText(texts)
    }

    private static func problem(of body: [UInt8], error: DocumentError) -> String {
        if body.isEmpty { return "the answer is empty" }
        let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "<") ? "the answer is a web page" : "the answer is no JSON: \(error)"
    }
}

/// A resource of JSON:API. An attribute that is null or of another type counts as absent.
struct ConnectResource: Sendable {
    /// Type and id, by which resources are joined.
    struct Identifier: Hashable, Sendable {
        let type: String
        let id: String

        init?(_ json: JSONValue) {
            guard let type = json["type"]?.stringValue, let id = json["id"]?.stringValue, !id.isEmpty else {
                return nil
            }
            (self.type, self.id) = (type, id)
        }
    }

    /// The resources that a relationship names.
    struct Link: Sendable {
        let identifiers: [Identifier]
        /// Whether all related resources are named. Without a total, a full list counts as cut short.
        let isWhole: Bool

        var first: Identifier? { identifiers.first }
    }

    let identifier: Identifier
    private let json: JSONValue

    init?(_ json: JSONValue) {
        guard let identifier = Identifier(json) else { return nil }
        self.identifier = identifier
        self.json = json
    }

    var id: String { identifier.id }

    func string(_ name: String) -> String? { attribute(name)?.stringValue }
    func strings(_ name: String) -> [String] { attribute(name)?.arrayValue?.compactMap(\.stringValue) ?? [] }
    func bool(_ name: String) -> Bool? { attribute(name)?.boolValue }
    func int(_ name: String) -> Int? { attribute(name)?.intValue }
    func date(_ name: String) -> Date? { string(name).flatMap { Timestamp.parse($0) } }

    /// Returns a relationship; `nil` if the response does not contain it, which is not the same as an empty one.
    func link(_ name: String) -> Link? {
        guard let relationship = json["relationships"]?[name], let data = relationship["data"] else { return nil }
        guard let list = data.arrayValue else {
            return Link(identifiers: Identifier(data).map { [$0] } ?? [], isWhole: true)
        }
        let paging = relationship["meta"]?["paging"]
        let isWhole =
            paging?["total"]?.intValue.map { $0 <= list.count }
            ?? (list.count < paging?["limit"]?.intValue ?? ConnectQuery.mostRelated)
        return Link(identifiers: list.compactMap(Identifier.init), isWhole: isWhole)
    }

    private func attribute(_ name: String) -> JSONValue? { json["attributes"]?[name] }
}
