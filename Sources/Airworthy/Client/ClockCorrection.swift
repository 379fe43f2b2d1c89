import AirworthySupport
package import Foundation

/// The error of the device's clock, measured against the `Date` field of responses.
package enum ClockCorrection {
    /// The smallest difference that counts, because `Date` has whole seconds.
    private static let resolution: TimeInterval = 2

    /// Measures the error of the device's clock from a trustworthy response: over verified TLS, or from this machine.
    /// - Parameters:
    ///   - response: The response, with the address it came from.
    ///   - now: The device's clock at its arrival.
    /// - Returns: The seconds to add to the device's clock; `nil` if the response is not trustworthy or has no date.
    package static func measure(_ response: TransportResponse, at now: Date) -> TimeInterval? {
        guard isTrustworthy(response.url), let date = response["date"].flatMap(HTTPDate.parse) else { return nil }
        // A cache repeats the date of the original response.
        let age = response["age"].flatMap { Int($0) }.map { TimeInterval(min(max($0, 0), 366 * 86_400)) } ?? 0
        let correction = date.addingTimeInterval(age).timeIntervalSince(now)
        return abs(correction) < resolution ? 0 : correction
    }

    private static func isTrustworthy(_ url: URL) -> Bool {
        url.scheme?.lowercased() == "https" || url.isLoopback
    }
}

extension URL {
    /// Whether the host is this machine.
    var isLoopback: Bool {
        guard let host = host?.lowercased() else { return false }
        return host == "localhost" || host == "127.0.0.1" || host == "::1" || host == "[::1]"
    }
}
