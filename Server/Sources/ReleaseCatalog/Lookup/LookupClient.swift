package import AirworthyPolicy
package import AppStoreConnect
package import Foundation
import Synchronization

/// The App Store lookup: what is on sale in one country. Every question defeats Apple's caches.
///
/// Safe from any task; copies share the limit of calls. An answer that makes no sense, or none, is an error, never "not
/// found".
package struct LookupClient: Sendable {
    /// Where Apple is.
    package static let host = "https://itunes.apple.com"
    /// How many apps one question may name.
    package static let largestBatch = 100

    private let base: String
    private let transport: HTTPTransport
    private let window: CallWindow
    private let now: @Sendable () -> Date

    /// Makes a client. One per process: the limit of calls is Apple's for an address.
    /// - Parameters:
    ///   - baseURL: Where to ask; anything but Apple's host is for tests and the simulator.
    ///   - transport: How requests get there.
    ///   - callsPerMinute: How many calls any minute may have.
    ///   - now: The clock.
    package init(
        baseURL: String = LookupClient.host, transport: HTTPTransport, callsPerMinute: Int = 15,
        now: @escaping @Sendable () -> Date
    ) {
        base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        self.transport = transport
        self.now = now
        window = CallWindow(callsPerMinute: callsPerMinute, now: now)
    }

    /// Asks about apps by the App Store's numbers for them.
    /// - Parameters:
    ///   - ids: At most 100.
    ///   - storefront: The country.
    /// - Returns: What was answered.
    /// - Throws: ``UpstreamProblem``; `budgetSpent` and `rateLimited` say when there is room again.
    package func lookup(ids: [Int], storefront: Storefront) async throws(UpstreamProblem) -> LookupAnswer {
        guard !ids.isEmpty, ids.count <= Self.largestBatch else {
            throw UpstreamProblem(.refused, "a lookup takes 1 to \(Self.largestBatch) ids")
        }
        return try await ask("id=" + ids.map(String.init).joined(separator: ","), ids.count, storefront)
    }

    /// Asks about an app by its bundle identifier.
    /// - Parameters:
    ///   - bundleID: E.g. `com.example.hashtags`.
    ///   - storefront: The country.
    /// - Returns: What was answered; there may be one release for iOS and one for macOS.
    /// - Throws: ``UpstreamProblem``; `budgetSpent` and `rateLimited` say when there is room again.
    package func lookup(bundleID: String, storefront: Storefront) async throws(UpstreamProblem) -> LookupAnswer {
        let isPlain = bundleID.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == 0x2D || byte == 0x2E
        }
        guard isPlain, !bundleID.isEmpty else {
            throw UpstreamProblem(.refused, "a bundle identifier has only letters, digits, \"-\" and \".\"")
        }
        return try await ask("bundleId=" + bundleID, 1, storefront)
    }

    private func ask(
        _ subject: String, _ asked: Int, _ storefront: Storefront
    ) async throws(UpstreamProblem) -> LookupAnswer {
        if let wait = window.take() {
            throw UpstreamProblem(
                .budgetSpent, "the lookup's calls of this minute are used up; there is room in \(Int(wait) + 1) s",
                retryAfter: wait)
        }
        // A parameter that is never the same is answered by Apple itself, not by a cache on the way.
        let token = Int(now().timeIntervalSince1970 * 1_000) &* 1_000 &+ Int.random(in: 0..<1_000)
        let url = "\(base)/lookup?\(subject)&country=\(storefront.code.lowercased())&_=\(token)"
        let response: HTTPTransport.Response
        do throws(HTTPTransport.Failure) {
            response = try await transport.send(
                HTTPTransport.Request(url: url, headers: [("Cache-Control", "no-cache")]))
        } catch {
            throw UpstreamProblem(lookup: error)
        }
        guard response.status == 200 else { throw problem(response) }
        let answer = try LookupAnswer(body: response.body, storefront: storefront, asked: asked)
        window.answered()
        return answer
    }

    private func problem(_ response: HTTPTransport.Response) -> UpstreamProblem {
        switch response.status {
        // Too many calls are answered by 403 with nothing in it, sometimes by 429.
        case 403, 429:
            let wait = window.refused(retryAfter: response["Retry-After"].flatMap { TimeInterval($0) })
            return UpstreamProblem(
                .rateLimited, "the lookup refuses more calls for now (status \(response.status))", retryAfter: wait)
        case 400..<500: return UpstreamProblem(.refused, "the lookup answered with status \(response.status)")
        default: return UpstreamProblem(.unavailable, "the lookup answered with status \(response.status)")
        }
    }
}

extension UpstreamProblem {
    fileprivate init(lookup failure: HTTPTransport.Failure) {
        switch failure {
        case .timedOut: self.init(.unavailable, "the lookup did not answer in time")
        case .unreachable(let detail): self.init(.unavailable, "the lookup cannot be reached: \(detail)")
        case .tooLarge: self.init(.malformed, "the lookup's answer is too large")
        }
    }
}
