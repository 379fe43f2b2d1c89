import CLibPQ
import ServerSupport

/// The options in a URL, as libpq reads them.
struct PostgresURLOptions {
    private var values: [String: String]
    private let secrets: Set<String>

    /// Lets libpq read a URL that ``PostgresURLCheck`` has accepted.
    init(_ url: String) throws(PostgresAddressError) {
        guard let options = Self.parse(url) else { throw .unreadable }
        values = [:]
        secrets = Set(options.filter(\.isSecret).map(\.name))
        for option in options where option.value != nil { values[option.name] = option.value }
        guard values.values.allSatisfy({ !$0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) else {
            throw .invalidCharacter
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// Whether an option is set whose value libpq declares as secret.
    var hasSecret: Bool { secrets.contains { values[$0]?.isEmpty == false } }

    /// The options as a connection string, with secrets. Of several hosts (`isList`), only the primary accepts writes.
    func settings(isList: Bool) -> String {
        var all = values
        if isList, all["target_session_attrs"] == nil { all["target_session_attrs"] = "read-write" }
        if all["connect_timeout"] == nil { all["connect_timeout"] = "10" }
        if all["fallback_application_name"] == nil { all["fallback_application_name"] = "airworthy" }
        return all.sorted { $0.key < $1.key }.map { name, value in
            let escaped = value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
            return "\(name)='\(escaped)'"
        }.joined(separator: " ")
    }

    /// The names of all options that this libpq knows.
    private static let names = Set((parse("") ?? []).map(\.name))

    /// Whether this libpq knows an option.
    static func isKnown(_ name: Substring) -> Bool { names.contains(String(name)) }

    /// Returns every option that libpq knows, those of the text with a value; `nil` if libpq cannot read the text, or if
    /// a value is not UTF-8.
    private static func parse(_ text: String) -> [Option]? {
        guard let list = unsafe PQconninfoParse(text, nil) else { return nil }
        defer { unsafe PQconninfoFree(list) }
        var options: [Option] = []
        var next = unsafe list
        while let name = unsafe next.pointee.keyword {
            let kind = unsafe next.pointee.dispchar.map { unsafe String(cString: $0) }
            var value: String?
            if let bytes = unsafe next.pointee.val {
                value = unsafe String(validatingCString: bytes)
                guard value != nil else { return nil }
            }
            options.append(Option(name: unsafe String(cString: name), value: value, isSecret: kind == "*"))
            unsafe next += 1
        }
        return options
    }

    private struct Option {
        let name: String
        let value: String?
        let isSecret: Bool
    }
}

/// The checks of a URL before libpq reads it.
///
/// libpq guesses where a part ends. A `/` in a password makes the rest of the password the name of the database, which
/// would then be shown.
enum PostgresURLCheck {
    static func check(_ url: String) throws(PostgresAddressError) {
        guard let scheme = ["postgresql://", "postgres://"].first(where: { url.hasPrefix($0) }) else {
            throw .otherScheme
        }
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .invalidCharacter }
        let rest = url.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let at = rest.count { $0 == "@" }
        guard at == 0 || at == 1 && authority.contains("@") else { throw .misplacedAt }
        guard hasValidEscapes(rest) else { throw .invalidEscape }
        guard let question = rest.firstIndex(of: "?"), !rest.hasSuffix("?") else { return }
        let options = rest[rest.index(after: question)...].split(separator: "&", omittingEmptySubsequences: false)
        for (position, option) in zip(1..., options) {
            let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // The URLs of JDBC have `ssl=true`, which libpq reads as `sslmode=require`.
            guard parts.count == 2, !parts[1].contains("="),
                PostgresURLOptions.isKnown(parts[0]) || option == "ssl=true"
            else { throw .invalidOption(position) }
        }
    }

    /// Whether a text is the name or the address of a host, or the folder of a Unix socket.
    static func isHost(_ text: String) -> Bool {
        guard !text.isEmpty else { return false }
        if text.hasPrefix("/") { return true }
        return text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-._~:".utf8.contains($0) }
    }

    private static func hasValidEscapes(_ text: Substring) -> Bool {
        var bytes = text.utf8[...]
        while let percent = bytes.firstIndex(of: UInt8(ascii: "%")) {
            bytes = bytes[bytes.index(after: percent)...]
            let digits = bytes.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                !digits.elementsEqual("00".utf8)
            else {
                return false
            }
        }
        return true
    }
}
