import AirworthyPolicy
import Foundation

/// The bytes of a stored state: a line with a checksum, then the state.
package enum StateFile {
    /// Why bytes are no state.
    package enum Damage: Error, Hashable, Sendable, CustomStringConvertible {
        /// More bytes than a state can have.
        case tooLarge(Int)
        /// Not a state of this client at all.
        case foreign
        /// Shortened, or changed.
        case checksum
        /// The checksum is right, but the content is of another version, or is not a state.
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

    /// The most bytes of a file.
    package static let maximumSize = 2 * 1_024 * 1_024
    private static let mark = "airworthy-state 1 "

    /// Writes a state.
    package static func encode(_ state: StoredState) -> [UInt8] {
        let content = state.jsonValue.jsonBytes()
        return Array((mark + checksum(content) + "\n").utf8) + content
    }

    /// Reads a state.
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
    /// Two lower-case digits for each byte.
    var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
