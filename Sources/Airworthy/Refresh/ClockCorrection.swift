import AirworthySupport
package import Foundation

/// What the device's clock is off by, as far as servers told.
package enum ClockCorrection {
    /// `Date` counts whole seconds, so less than this is no difference.
    static let resolution: TimeInterval = 2

    /// Reads an answer of a server whose word counts: over verified TLS, or of this very machine.
    /// - Parameters:
    ///   - response: The answer, with the address it came from.
    ///   - now: What the device's clock says at its arrival.
    /// - Returns: Seconds to add to the device's clock; `nil` if the answer does not tell.
    package static func measure(_ response: TransportResponse, at now: Date) -> TimeInterval? {
        guard speaksTrue(response.url), let date = response["date"].flatMap(HTTPDate.parse) else { return nil }
        // A cache repeats the date at which the answer was made.
        let age = response["age"].flatMap { Int($0) }.map { TimeInterval(min(max($0, 0), 366 * 86_400)) } ?? 0
        let correction = date.addingTimeInterval(age).timeIntervalSince(now)
        return abs(correction) < resolution ? 0 : correction
    }

    static func speaksTrue(_ url: URL) -> Bool {
        url.scheme?.lowercased() == "https" || url.isLoopback
    }
}

extension URL {
    /// Whether this is about the machine the program runs on.
    package var isLoopback: Bool {
        guard let host = host?.lowercased() else { return false }
        return host == "localhost" || host == "127.0.0.1" || host == "::1" || host == "[::1]"
    }
}
