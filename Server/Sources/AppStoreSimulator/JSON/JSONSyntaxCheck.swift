import Foundation

/// Finds the mistakes in JSON that `JSONDecoder` accepts or does not locate.
struct JSONSyntaxCheck {
    private let bytes: [UInt8]
    private var position = 0
    /// The names of every open object; an open array has none.
    private var names: [Set<ArraySlice<UInt8>>] = []

    /// Rejects a name that an object has twice, and a comma before `]` or `}`, in a text that `JSONDecoder` accepts.
    static func rejectLeniencies(in bytes: [UInt8]) throws(ControlError) {
        var check = JSONSyntaxCheck(bytes: bytes)
        try check.run()
    }

    /// Returns an error that locates the mistake in a text that `JSONDecoder` does not accept.
    static func explanation(of bytes: [UInt8]) -> ControlError {
        let check = JSONSyntaxCheck(bytes: bytes)
        do {
            _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            return check.problem("a value is not valid", at: 0)
        } catch {
            let detail = (error as NSError).userInfo["NSDebugDescription"] as? String ?? "the text is not valid"
            let offset = detail.split(separator: " around character ").dropFirst().first.flatMap {
                Int($0.filter(\.isNumber))
            }
            return check.problem(detail, at: offset ?? bytes.count)
        }
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func problem(_ detail: String, at offset: Int) -> ControlError {
        let line = bytes.prefix(offset).count { $0 == UInt8(ascii: "\n") } + 1
        return ControlError("is not valid JSON: line \(line): \(detail)")
    }

    private mutating func run() throws(ControlError) {
        var isAfterComma = false
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                try readString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                names.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard !isAfterComma else { throw problem("remove the comma before the bracket", at: position) }
                _ = names.popLast()
            default: break
            }
            position += 1
            if !Self.isSpace(byte) { isAfterComma = byte == UInt8(ascii: ",") }
        }
    }

    /// Moves to the closing quotation mark. A string before a colon is a name.
    private mutating func readString() throws(ControlError) {
        let start = position + 1
        position = start
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard bytes[min(position + 1, bytes.count)...].first(where: { !Self.isSpace($0) }) == UInt8(ascii: ":"),
            let object = names.indices.last
        else { return }
        let name = bytes[start..<position]
        guard names[object].insert(name).inserted else {
            throw problem("the name \"\(String(decoding: name, as: UTF8.self))\" appears twice", at: position)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
