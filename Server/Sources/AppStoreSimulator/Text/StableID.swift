import Crypto
import Foundation

/// Identifiers that are the same after every start, in no meaningful order.
enum StableID {
    static func uuid(_ parts: String...) -> String {
        var bytes = Array(SHA256.hash(data: Array(parts.joined(separator: "\u{0}").utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let value = bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
        return UUID(uuid: value).uuidString.lowercased()
    }

    /// Returns a number below `bound` derived from `text`.
    static func number(_ text: String, below bound: Int) -> Int {
        Int(text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } % UInt32(bound))
    }
}
