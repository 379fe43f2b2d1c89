import Foundation

/// The decoded names and values of a URL's query.
struct URLQuery: Hashable, Sendable {
    private(set) var items: [Item] = []

    struct Item: Hashable, Sendable {
        let name: String
        let value: String
    }

    init(_ items: [Item] = []) { self.items = items }

    /// Reads the text after the `?`. A `+` is a space, as in a form.
    init(_ text: some StringProtocol) {
        for pair in text.split(separator: "&", omittingEmptySubsequences: true) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            items.append(
                Item(
                    name: PercentCoding.decoded(parts[0]),
                    value: parts.count > 1 ? PercentCoding.decoded(parts[1]) : ""))
        }
    }

    /// Returns all values of a name, split at commas; `nil` if the name is missing.
    func list(_ name: String) -> [String]? {
        let values = items.filter { $0.name == name }.map(\.value)
        guard !values.isEmpty else { return nil }
        return values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: true).map(String.init) }
    }

    func value(_ name: String) -> String? { items.last { $0.name == name }?.value }

    var names: [String] { items.map(\.name) }

    func removing(_ names: Set<String>) -> URLQuery { URLQuery(items.filter { !names.contains($0.name) }) }

    func adding(_ name: String, value: String) -> URLQuery { URLQuery(items + [Item(name: name, value: value)]) }

    var text: String {
        items.map { "\(PercentCoding.encoded($0.name))=\(PercentCoding.encoded($0.value))" }.joined(separator: "&")
    }
}

enum PercentCoding {
    /// Decodes a text. A `%` without two hexadecimal digits stays, and a `+` is a space.
    static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,:")

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }
}
