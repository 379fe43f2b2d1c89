package import AirworthyPolicy

/// Who tells facts about releases. `operator` outranks `connect` and `lookup`, which tell different facts and rank
/// alike; `manual` ranks below them.
package enum Source: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// App Store Connect.
    case connect
    /// The App Store lookup of one country.
    case lookup(Storefront)
    /// A catalog that somebody imported.
    case manual
    /// What an operator ordered.
    case `operator`

    /// Reads the name that is stored.
    /// - Parameter text: `appStoreConnect`, `lookup:JP`, `manual` or `operator`; `nil` is returned for anything else.
    package init?(_ text: String) {
        switch text {
        case "appStoreConnect": self = .connect
        case "manual": self = .manual
        case "operator": self = .operator
        default:
            guard text.hasPrefix("lookup:"), let storefront = Storefront(String(text.dropFirst(7))) else { return nil }
            self = .lookup(storefront)
        }
    }

    /// The name that is stored and shown.
    package var description: String {
        switch self {
        case .connect: "appStoreConnect"
        case .lookup(let storefront): "lookup:\(storefront)"
        case .manual: "manual"
        case .operator: "operator"
        }
    }

    /// The name as offers carry it: a lookup without its country.
    package var offerName: String {
        if case .lookup = self { AppStoreLookup.source } else { description }
    }

    /// Whether it is Apple who tells: only such facts grow old.
    package var isApple: Bool {
        switch self {
        case .connect, .lookup: true
        case .manual, .operator: false
        }
    }

    /// Orders by name.
    package static func < (lhs: Source, rhs: Source) -> Bool { lhs.description < rhs.description }
}

extension Observation {
    /// Who said it.
    package var source: Source {
        switch self {
        case .connect: .connect
        case .lookup(let storefront, _): .lookup(storefront)
        case .manual: .manual
        case .order: .operator
        }
    }
}
