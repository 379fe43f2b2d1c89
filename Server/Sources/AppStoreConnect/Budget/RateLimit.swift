/// The header `X-Rate-Limit: user-hour-lim:3500;user-hour-rem:500;`. Names that are not known are passed over.
struct RateLimit: Hashable, Sendable {
    /// Calls an hour that the key has.
    private(set) var hourLimit: Int?
    /// Calls that are left of them.
    private(set) var hourRemaining: Int?

    init(_ header: String) {
        for field in header.split(separator: ";") {
            let parts = field.split(separator: ":", omittingEmptySubsequences: false).map(Self.trimmed)
            guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { continue }
            switch parts[0].lowercased() {
            case "user-hour-lim": hourLimit = number
            case "user-hour-rem": hourRemaining = number
            default: break
            }
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
