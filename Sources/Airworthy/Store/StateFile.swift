import AirworthyPolicy
import Foundation

/// The file format of a stored state: a line with a checksum, then the state as JSON.
package enum StateFile {
    /// The reason why bytes are not a readable state.
    package enum Damage: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file exceeds the size limit.
        case tooLarge(Int)
        /// The file is not a state of this client.
        case foreign
        /// The content is truncated or altered.
        case checksum
        /// The checksum is correct, but the content has another version or is not a state.
        case unreadable

        package var description: String {
            switch self {
            case .tooLarge(let count): "it has \(count) bytes"
            case .foreign: "it is not a stored state"
            case .checksum: "its checksum is wrong"
            case .unreadable: "its content cannot be read"
            }
        }
    }

    /// The maximum size in bytes.
    package static let maximumSize = 2 * 1_024 * 1_024
    private static let mark = "airworthy-state 1 "

    /// Encodes a state.
    package static func encode(_ state: StoredState) -> [UInt8] {
        let content = state.jsonValue.jsonBytes()
        return Array((mark + checksum(content) + "\n").utf8) + content
    }

    /// Decodes a state.
    package static func decode(_ bytes: [UInt8]) throws(Damage) -> StoredState {
        guard bytes.count <= maximumSize else { throw .tooLarge(bytes.count) }
        guard bytes.starts(with: mark.utf8), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { throw .foreign }
        let content = bytes[(end + 1)...]
        guard bytes[mark.utf8.count..<end].elementsEqual(checksum(content).utf8) else { throw .checksum }
        guard let json = try? JSONReader.read(content).jsonValue, let state = StoredState(json) else {
            throw .unreadable
        }
        return state
    }

    private static func checksum(_ bytes: some Sequence<UInt8>) -> String { SHA256.hash(bytes).hex }
}

extension [UInt8] {
    /// The bytes as lower-case hexadecimal digits.
    var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
