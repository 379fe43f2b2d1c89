extension Offer.State: CustomStringConvertible {
    /// Reads a state as written in documents. Unknown ones survive as ``other(_:)``.
    /// - Parameter name: `live`, `inReview` or `withdrawn`.
    public init(_ name: String) {
        switch name {
        case "live": self = .live
        case "inReview": self = .inReview
        case "withdrawn": self = .withdrawn
        default: self = .other(name)
        }
    }

    /// The state as written in documents.
    public var description: String {
        switch self {
        case .live: "live"
        case .inReview: "inReview"
        case .withdrawn: "withdrawn"
        case .other(let name): name
        }
    }
}
