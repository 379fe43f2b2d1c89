import AirworthySupport

/// One block of a PEM file (RFC 7468).
struct PEM {
    let label: String
    /// Base64 without its line breaks.
    let body: String

    init(label: String, bytes: [UInt8]) {
        self.label = label
        body = Base64.encode(bytes)
    }

    /// Reads the first block; text before and after it is passed over.
    init(_ text: String) throws(KeyError) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmed }
        guard let start = lines.firstIndex(where: { $0.hasPrefix(Self.begin) && $0.hasSuffix(Self.dashes) })
        else { throw .noPEM }
        label = String(lines[start].dropFirst(Self.begin.count).dropLast(Self.dashes.count))
        guard let end = lines[start...].firstIndex(of: "-----END \(label)-----"[...]) else { throw .damaged }
        body = lines[(start + 1)..<end].joined()
    }

    /// The DER inside.
    func bytes() throws(KeyError) -> [UInt8] {
        guard let bytes = Base64.decode(body) else { throw .damaged }
        return bytes
    }

    var text: String {
        var lines = ["\(Self.begin)\(label)\(Self.dashes)"]
        var digits = body[...]
        while !digits.isEmpty {
            lines.append(String(digits.prefix(64)))
            digits = digits.dropFirst(64)
        }
        lines.append("-----END \(label)-----")
        return lines.joined(separator: "\n") + "\n"
    }

    private static let begin = "-----BEGIN "
    private static let dashes = "-----"
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = self
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
