import AirworthySupport
import Foundation

/// The answer of a source, as far as HTTP describes it.
struct SourceAnswer: Sendable {
    enum Content: Hashable, Sendable {
        /// A document.
        case body([UInt8], tag: String?)
        /// Confirmation of the stored document.
        case notModified
        /// A temporary failure: the client asks again soon.
        case failed(String, retryAfter: TimeInterval?)
        /// A permanent failure: the client asks again at the regular time.
        case rejected(String)
    }

    let content: Content
    /// The seconds to add to the device's clock, if the answer reveals them.
    let correction: TimeInterval?

    /// The wait, in seconds, after the App Store refused a request without naming a time.
    private static let waitAfterRefusal: TimeInterval = 300

    /// Interprets a response.
    /// - Parameters:
    ///   - response: The response.
    ///   - now: The device's clock at its arrival.
    ///   - isRefusalTemporary: Whether every 4xx is a rate limit, as with the App Store's lookup.
    init(_ response: TransportResponse, at now: Date, isRefusalTemporary: Bool) {
        correction = ClockCorrection.measure(response, at: now)
        let reference = response["date"].flatMap(HTTPDate.parse) ?? now
        let retryAfter = response["retry-after"].flatMap { RetryAfter.seconds($0, now: reference) }
        let text = "\(response.url): \(response.status)"
        content =
            switch response.status {
            case 200: .body(response.body, tag: response["etag"])
            case 304: .notModified
            case 400..<500 where isRefusalTemporary: .failed(text, retryAfter: retryAfter ?? Self.waitAfterRefusal)
            case 408, 425, 429: .failed(text, retryAfter: retryAfter)
            case 400..<500: .rejected(text)
            default: .failed(text, retryAfter: retryAfter)
            }
    }

    /// Creates an answer with a document that the app made.
    init(document: [UInt8], correction: TimeInterval?) {
        content = .body(document, tag: nil)
        self.correction = correction
    }

    /// Creates a temporary failure without a response.
    init(failure: String) {
        content = .failed(failure, retryAfter: nil)
        correction = nil
    }
}
