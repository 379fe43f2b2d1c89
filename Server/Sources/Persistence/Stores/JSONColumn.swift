import AirworthyPolicy
import AirworthyTrust
import ControlPlane

/// Lists inside of a row, as JSON text. They are only ever read and written whole.
enum JSONColumn {
    /// A list of texts.
    static func text(_ texts: [String]) -> String {
        JSONValue.array(texts.map { .string($0) }).jsonText()
    }

    /// Keys with their roles.
    static func text(_ pins: [PinnedKey]) -> String {
        JSONValue.array(
            pins.map { .object(["key": .string($0.key.base64), "role": .string($0.role.rawValue)]) }
        ).jsonText()
    }
}

extension SQLRow {
    /// A list of texts in a column.
    func texts(_ name: String) throws(StoreError) -> [String] {
        guard let list = try self.list(name).map(\.stringValue) as? [String] else { throw unexpected(name, "texts") }
        return list
    }

    /// App Store countries in a column.
    func storefronts(_ name: String) throws(StoreError) -> [Storefront] {
        let texts = try texts(name)
        let storefronts = texts.compactMap { Storefront($0) }
        guard storefronts.count == texts.count else { throw unexpected(name, "App Store countries") }
        return storefronts
    }

    /// Keys with their roles in a column.
    func pins(_ name: String) throws(StoreError) -> [PinnedKey] {
        var pins: [PinnedKey] = []
        for element in try list(name) {
            guard let key = element["key"]?.stringValue.flatMap(PublicKey.init(base64:)),
                let role = element["role"]?.stringValue.flatMap(Role.init(rawValue:))
            else { throw unexpected(name, "pinned keys") }
            pins.append(PinnedKey(key, role: role))
        }
        return pins
    }

    private func list(_ name: String) throws(StoreError) -> [JSONValue] {
        guard let list = try? JSONReader.read(text(name)).jsonValue.arrayValue else {
            throw unexpected(name, "a list")
        }
        return list
    }
}
