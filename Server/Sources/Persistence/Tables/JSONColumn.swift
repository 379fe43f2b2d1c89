import AirworthyPolicy
import AirworthyTrust
import ControlPlane

/// Lists in a column as JSON text. They are always read and written whole.
enum JSONColumn {
    static func text(_ texts: [String]) -> String {
        JSONValue.array(texts.map { .string($0) }).jsonText()
    }

    static func text(_ pins: [PinnedKey]) -> String {
        JSONValue.array(
            pins.map { .object(["key": .string($0.key.base64), "role": .string($0.role.rawValue)]) }
        ).jsonText()
    }
}

extension SQLRow {
    func texts(_ column: String) throws(StoreError) -> [String] {
        guard let list = try list(column).map(\.stringValue) as? [String] else {
            throw unexpected(column, wanted: "texts")
        }
        return list
    }

    func storefronts(_ column: String) throws(StoreError) -> [Storefront] {
        let texts = try texts(column)
        let storefronts = texts.compactMap { Storefront($0) }
        guard storefronts.count == texts.count else { throw unexpected(column, wanted: "App Store storefronts") }
        return storefronts
    }

    func pins(_ column: String) throws(StoreError) -> [PinnedKey] {
        var pins: [PinnedKey] = []
        for element in try list(column) {
            guard let key = element["key"]?.stringValue.flatMap(PublicKey.init(base64:)),
                let role = element["role"]?.stringValue
            else { throw unexpected(column, wanted: "pinned keys") }
            // A key in a role that a later version added is trusted with nothing here.
            if let role = Role(rawValue: role) { pins.append(PinnedKey(key, role: role)) }
        }
        return pins
    }

    private func list(_ column: String) throws(StoreError) -> [JSONValue] {
        guard let list = try? JSONReader.read(text(column)).jsonValue.arrayValue else {
            throw unexpected(column, wanted: "a list")
        }
        return list
    }
}
