import AirworthyServer
import PersistencePostgres
import ServerSupport

/// The texts that a setting was given, at least one.
struct GivenTexts: Sendable {
    /// The texts; several of a list only.
    let all: [String]
    /// The option or the variable with the texts, for messages.
    let place: String

    /// The text of a setting that is no list.
    var text: String { all.last ?? "" }

    /// Returns the error for an invalid value, which names the option or the variable.
    func error(_ why: String) -> ToolError { .badData("\(place): \(why)") }
}

/// A kind of setting: how its values are read and shown.
struct SettingKind<Value: Sendable>: Sendable {
    /// Whether it may be given several texts, in the environment separated by commas.
    var isList = false
    var isSecret = false
    /// Returns the text of a value; `nil` for `none`.
    let shown: @Sendable (Value) -> String?
    /// Reads a value, or throws ``ToolError`` with status 65.
    let parse: @Sendable (GivenTexts) throws(ToolError) -> Value
}

extension SettingKind {
    /// Values with names in lower case. `refusal` ends the message about any other text.
    static func named(refusal: String) -> SettingKind where Value: RawRepresentable<String> {
        SettingKind(shown: { $0.rawValue }) { given throws(ToolError) in
            guard let value = Value(rawValue: given.text.lowercased()) else {
                throw given.error("`\(given.text.printable)` \(refusal)")
            }
            return value
        }
    }

    /// References to secrets. `refusal` is the message about any other text, which must not be shown.
    static func references<Element>(
        _ reference: @escaping @Sendable (String) -> Element?, refusal: String
    ) -> SettingKind where Value == [Element] {
        SettingKind(isList: true, isSecret: true, shown: { $0.isEmpty ? nil : "\($0.count)" }) {
            given throws(ToolError) in
            try given.all.map { text throws(ToolError) in
                guard let reference = reference(text) else { throw given.error(refusal) }
                return reference
            }
        }
    }
}

extension SettingKind<Bool> {
    /// `on` or `off`.
    static var onOrOff: SettingKind {
        SettingKind(shown: { $0 ? "on" : "off" }) { given throws(ToolError) in
            guard let value = ["on": true, "off": false][given.text.lowercased()] else {
                throw given.error("`\(given.text.printable)` is neither on nor off")
            }
            return value
        }
    }
}

extension SettingKind<TrustedProxies> {
    static var proxies: SettingKind {
        SettingKind(isList: true, shown: { $0 == .none ? nil : $0.description }) { given throws(ToolError) in
            let (proxies, wrong) = TrustedProxies.parse(given.all)
            guard let proxies else {
                let text = (wrong ?? "").printable
                throw given.error("`\(text)` is not an address or network; write for example 10.0.0.0/8 or 2001:db8::1")
            }
            return proxies
        }
    }
}

extension SettingKind<PostgresAddress?> {
    /// Addresses of PostgreSQL databases, with a password in the variable only.
    static var database: SettingKind {
        SettingKind(isSecret: true, shown: { $0?.description }) { given throws(ToolError) in
            let isOption = given.place == DatabaseAddress.option
            return try DatabaseAddress.postgres(
                option: isOption ? given.text : nil, environment: [DatabaseAddress.variable: given.text])
        }
    }
}

extension SettingKind<Int> {
    /// Whole numbers. `unit` is the value of 1, such as `1 << 20` for numbers of MiB.
    static func number(in range: ClosedRange<Int>, unit: Int = 1) -> SettingKind {
        SettingKind(shown: { "\($0 / unit)" }) { given throws(ToolError) in
            guard given.text.isAllDigits, let number = Int(given.text), range.contains(number) else {
                let most = range.upperBound == .max ? "up" : "to \(range.upperBound)"
                throw given.error("`\(given.text.printable)` is not a number from \(range.lowerBound) \(most)")
            }
            return number * unit
        }
    }
}

extension SettingKind<Double> {
    /// Shares from 0 to 1, such as `0.05`.
    static var ratio: SettingKind {
        SettingKind(shown: { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }) { given throws(ToolError) in
            let isPlain = given.text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
            guard isPlain, let ratio = Double(given.text), (0...1).contains(ratio) else {
                throw given.error("`\(given.text.printable)` is not a share from 0 to 1; write for example 0.05")
            }
            return ratio
        }
    }
}

extension SettingKind<Duration> {
    static func seconds(in range: ClosedRange<Int>) -> SettingKind {
        SettingKind(shown: { "\($0.components.seconds)" }) { given throws(ToolError) in
            .seconds(try SettingKind<Int>.number(in: range).parse(given))
        }
    }
}

extension SettingKind<String> {
    static var text: SettingKind { SettingKind(shown: { $0 }, parse: { $0.text }) }

    /// Addresses of servers, without a slash at the end. Messages name the example.
    static func address(example: String) -> SettingKind {
        SettingKind(shown: { $0 }) { given throws(ToolError) in
            let text = given.text
            let schemes = ["https://", "http://"]
            guard let scheme = schemes.first(where: text.hasPrefix), text.utf8.count > scheme.utf8.count,
                text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.contains(where: { "?#@".contains($0) })
            else {
                throw given.error("not the address of a server; write for example \(example), without user or query")
            }
            return text.hasSuffix("/") ? String(text.dropLast()) : text
        }
    }

    /// Addresses of servers, or `none`. Messages name the example.
    static func addressOrNone(example: String) -> SettingKind {
        SettingKind(shown: { $0 }) { given throws(ToolError) in
            given.text == "none" ? given.text : try address(example: example).parse(given)
        }
    }
}

/// The longest interval in days.
private let longestInterval = 30

extension SettingKind<Duration?> {
    /// Times in hours or as `30m`, `24h` or `7d`, from a minute on, or `none`.
    static var interval: SettingKind {
        SettingKind(shown: { interval in
            guard let minutes = interval.map({ $0.components.seconds / 60 }) else { return nil }
            return minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes)m"
        }) { given throws(ToolError) in
            if given.text == "none" { return nil }
            let units: [Character: Int] = ["m": 1, "h": 60, "d": 24 * 60]
            let unit = given.text.last.flatMap { units[$0] }
            let digits = unit == nil ? given.text : String(given.text.dropLast())
            // Five digits cannot overflow.
            guard digits.isAllDigits, digits.count <= 5, let number = Int(digits),
                (1...longestInterval * 24 * 60).contains(number * (unit ?? 60))
            else {
                throw given.error(
                    "`\(given.text.printable)` is not a time from a minute to \(longestInterval) days; write hours such as 24, or 24h, 30m "
                        + "or 7d")
            }
            return .seconds(number * (unit ?? 60) * 60)
        }
    }
}
