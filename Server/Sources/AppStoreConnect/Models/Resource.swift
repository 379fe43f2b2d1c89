import AirworthyPolicy
import Foundation

/// A resource of JSON:API. Attributes may be absent or null, which is the same; what has another type counts as absent.
struct Resource: Sendable {
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

    /// What a relationship names.
    struct Link: Sendable {
        let identifiers: [Identifier]
        /// Whether these are all there are. Without a total, a full list is not known to be.
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

    func text(_ name: String) -> String? { json["attributes"]?[name]?.stringValue }
    func texts(_ name: String) -> [String] { json["attributes"]?[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    func flag(_ name: String) -> Bool? { json["attributes"]?[name]?.boolValue }
    func number(_ name: String) -> Int? { json["attributes"]?[name]?.intValue }
    func date(_ name: String) -> Date? { text(name).flatMap { Timestamp.parse($0) } }

    /// What a relationship names; `nil` when the answer does not say, which is not the same as nothing.
    func link(_ name: String) -> Link? {
        guard let relationship = json["relationships"]?[name], let data = relationship["data"] else { return nil }
        guard let list = data.arrayValue else {
            return Link(identifiers: Identifier(data).map { [$0] } ?? [], isWhole: true)
        }
        let paging = relationship["meta"]?["paging"]
        let isWhole =
            paging?["total"]?.intValue.map { $0 <= list.count }
            ?? (list.count < paging?["limit"]?.intValue ?? Query.mostRelated)
        return Link(identifiers: list.compactMap(Identifier.init), isWhole: isWhole)
    }
}
