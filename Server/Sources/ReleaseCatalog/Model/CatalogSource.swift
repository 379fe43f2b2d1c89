package import AirworthyPolicy

/// A source of release data.
///
/// `operator` overrides `connect` and `lookup`, which provide different data and rank alike; `manual` ranks below them.
package enum CatalogSource: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// App Store Connect.
    case connect
    /// The App Store lookup of one country.
    case lookup(Storefront)
    /// An imported catalog.
    case manual
    /// An operator's orders.
    case `operator`

    /// Reads the stored name.
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

    /// The name in offers: a lookup without its country.
    package var offerName: String {
        if case .lookup = self { AppStoreLookup.source } else { description }
    }

    /// Whether the data comes from Apple: only such data grows old.
    package var isApple: Bool {
        switch self {
        case .connect, .lookup: true
        case .manual, .operator: false
        }
    }

    /// Orders by name.
    package static func < (lhs: CatalogSource, rhs: CatalogSource) -> Bool { lhs.description < rhs.description }
}
