#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A condition of a rule on an installation. It evaluates to a ``Truth``.
///
/// ```swift
/// let condition = Condition.all([
///     .channel([.appstore]), .version(try VersionRange("<2.2.0")), .platform([.ios]),
/// ])
/// ```
public indirect enum Condition: Hashable, Sendable {
    /// The range contains the marketing version (and build).
    case version(VersionRange)
    /// The range contains the build number.
    case build(BuildRange)
    /// The platform is one of these.
    case platform([Platform])
    /// The channel is one of these; a shorter name matches its longer ones.
    case channel([Channel])
    /// The range for its platform contains the operating system's version; false for other platforms.
    case os([Platform: VersionRange])
    /// The language is one of these or a child of one.
    case language([String])
    /// The storefront is one of these.
    case storefront([Storefront])
    /// The custom attribute `name` is one of `values`; `ifMissing` if it is absent.
    case attribute(name: String, values: [JSONValue], ifMissing: Truth)
    /// The device belongs to this share of all devices.
    case rollout(Rollout)
    /// The current time is this date or later.
    case after(Date)
    /// The current time is before this date.
    case before(Date)
    /// All conditions hold; true if empty.
    case all([Condition])
    /// At least one condition holds; false if empty.
    case any([Condition])
    /// The condition does not hold.
    case not(Condition)
    /// An unreadable condition, by its key; always undecided.
    case unknown(String)

    /// A condition that always holds.
    public static let always = Condition.all([])

    /// A share of devices.
    public struct Rollout: Hashable, Sendable {
        /// The share in parts per million, 0 to 1 000 000.
        public var partsPerMillion: UInt32
        /// The salt of the bucket; `nil` for `<app>/<rule id>`, for features `<app>/<feature key>`.
        public var salt: String?

        /// Creates a share.
        /// - Parameters:
        ///   - partsPerMillion: The share, 0 to 1 000 000.
        ///   - salt: The salt of the bucket; `nil` for the default.
        public init(partsPerMillion: UInt32, salt: String? = nil) {
            self.partsPerMillion = partsPerMillion
            self.salt = salt
        }
    }

    /// Visits this condition and everything inside it, outermost first.
    /// - Parameter body: Called with each condition.
    public func forEach(_ body: (Condition) -> Void) {
        body(self)
        switch self {
        case .all(let parts), .any(let parts): for part in parts { part.forEach(body) }
        case .not(let part): part.forEach(body)
        default: break
        }
    }

    /// The dates at which the result may change.
    var instants: [Date] {
        var instants: [Date] = []
        forEach { part in
            switch part {
            case .after(let date), .before(let date): instants.append(date)
            default: break
            }
        }
        return instants
    }
}

/// The conversion of percentages, 0 to 100 with at most four decimals, to parts per million.
///
/// It uses the decimal digits, because in binary floating point 0.07 × 10 000 is not 700.
enum Percentage {
    /// - Parameter number: A percentage.
    /// - Returns: Parts per million, or `nil` if the number is out of range or finer than a millionth.
    static func partsPerMillion(_ number: JSONNumber) -> UInt32? {
        let value = ExactDecimal(number.text)
        guard !value.isNegative, let exponent = value.exponent, (-4...2).contains(exponent),
            value.digits.count <= 7
        else { return nil }
        var parts: UInt64 = 0
        for digit in value.digits { parts = parts * 10 + UInt64(digit) }
        for _ in 0..<(exponent + 4) { parts *= 10 }
        return parts <= 1_000_000 ? UInt32(parts) : nil
    }

    /// - Parameter partsPerMillion: A share.
    /// - Returns: The shortest percentage for the share, e.g. `12.5`.
    static func number(partsPerMillion: UInt32) -> JSONNumber {
        let (whole, rest) = partsPerMillion.quotientAndRemainder(dividingBy: 10_000)
        guard rest > 0 else { return JSONNumber(Int(whole)) }
        let digits = String(rest)
        var text = "\(whole)." + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        while text.hasSuffix("0") { text.removeLast() }
        return JSONNumber(text) ?? JSONNumber(Int(whole))
    }
}
