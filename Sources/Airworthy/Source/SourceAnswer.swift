import AirworthySupport
import Foundation

/// What a source said, as far as HTTP tells.
struct SourceAnswer: Sendable {
    enum Content: Hashable, Sendable {
        /// Something to read.
        case body([UInt8], tag: String?)
        /// What was sent before is still right.
        case notModified
        /// No answer, or one that passes: ask again soon.
        case failed(String, retryAfter: TimeInterval?)
        /// An answer that will be the same for some time.
        case rejected(String)
    }

    var content: Content
    /// Seconds to add to the device's clock, if the answer told.
    var correction: TimeInterval?

    /// How long to leave the App Store alone after it refused, in seconds.
    private static let politeWait: TimeInterval = 300

    /// Reads an answer.
    /// - Parameters:
    ///   - response: The answer.
    ///   - now: The device's clock at its arrival.
    ///   - refusalsPass: Whether a 4xx is a limit of rate, as with the App Store's lookup.
    init(_ response: TransportResponse, at now: Date, refusalsPass: Bool = false) {
        correction = ClockCorrection.measure(response, at: now)
        let reference = response["date"].flatMap(HTTPDate.parse) ?? now
        let retryAfter = response["retry-after"].flatMap { RetryAfter.seconds($0, now: reference) }
        let text = "\(response.url): \(response.status)"
        content =
            switch response.status {
            case 200: .body(response.body, tag: response["etag"])
            case 304: .notModified
            case 400..<500 where refusalsPass: .failed(text, retryAfter: retryAfter ?? Self.politeWait)
            case 408, 425, 429: .failed(text, retryAfter: retryAfter)
            case 400..<500: .rejected(text)
            default: .failed(text, retryAfter: retryAfter)
            }
    }

    /// No answer at all.
    init(failure: String) {
        content = .failed(failure, retryAfter: nil)
        correction = nil
    }
}
