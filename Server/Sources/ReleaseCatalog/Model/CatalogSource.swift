package import AirworthyPolicy

/// A source of release data.
///
/// `operator` overrides all other sources. `connect` and `lookup` provide different data and have the same rank.
/// `manual` has the lowest rank.
package enum CatalogSource: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// App Store Connect.
    case connect
    /// The App Store lookup of one country.
    case lookup(Storefront)
    /// A catalog that a person imported.
    case manual
    /// The withdrawals that a person ordered, e.g. with `airworthy catalog withdraw`.
    case `operator`

    /// Reads the stored name: `appStoreConnect`, `lookup:JP`, `manual` or `operator`.
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

    /// The name of the source in offers. It is the same for the lookups of all countries.
    package var offerName: String {
        if case .lookup = self { AppStoreLookup.source } else { description }
    }

    /// Whether the data comes from Apple. Only such data becomes stale.
    package var isApple: Bool {
        switch self {
        case .connect, .lookup: true
        case .manual, .operator: false
        }
    }

    /// Orders sources by name, so that output is stable.
    package static func < (lhs: CatalogSource, rhs: CatalogSource) -> Bool { lhs.description < rhs.description }
}
