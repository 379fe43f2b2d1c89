import Foundation
import ServerSupport

/// The fields of a query or of a form, in their order.
package struct FormFields: Hashable, Sendable {
    /// A name with its value.
    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The names with their values.
    package let all: [Field]

    package init(_ all: [Field] = []) { self.all = all }

    /// Reads `application/x-www-form-urlencoded` text, as forms and queries have it. The result is `nil` for more
    /// fields than `limit`, for a malformed escape, and for bytes that are not UTF-8.
    package init?(encoded text: some StringProtocol, limit: Int = 200) {
        var fields: [Field] = []
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            guard fields.count < limit else { return nil }
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = halves[0].percentDecoded(plusIsSpace: true),
                let value = halves.count > 1 ? halves[1].percentDecoded(plusIsSpace: true) : ""
            else { return nil }
            fields.append(Field(name, value))
        }
        all = fields
    }

    /// The first value with a name, without white space at both ends; `nil` without such a field or for an empty value.
    package subscript(name: String) -> String? {
        guard let value = raw(name)?.trimmingCharacters(in: .whitespacesAndNewlines), !value.isEmpty else { return nil }
        return value
    }

    /// The first value with a name, unchanged; `nil` without such a field.
    package func raw(_ name: String) -> String? { all.first { $0.name == name }?.value }

    /// All values with a name, without empty ones.
    package func values(_ name: String) -> [String] { all.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }

    /// Whether a field is there, such as a ticked box.
    package func has(_ name: String) -> Bool { raw(name) != nil }
}

/// A value of a form that cannot be used, with the reason for its author.
struct FormProblem: Error, Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }
}
