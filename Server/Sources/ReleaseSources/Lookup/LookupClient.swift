package import AirworthyPolicy
import AirworthySupport
package import Foundation
package import OutgoingHTTP
import ServerSupport

/// A client of the App Store lookup, which shows the version on sale in one country.
///
/// Every request bypasses Apple's caches. All copies of a client share one limit of calls, from any task. An unreadable
/// or missing answer is an error, never "not found".
package struct LookupClient: Sendable {
    /// The address of the lookup.
    package static let host = "https://itunes.apple.com"
    /// The highest number of apps in one request.
    package static let largestBatch = 100

    private let base: String
    private let transport: HTTPTransport
    private let limit: LookupLimit
    private let now: @Sendable () -> Date

    /// Creates a client. Use one per process: Apple limits the calls of an IP address. Any other address than Apple's
    /// is for tests and the simulator.
    package init(
        baseURL: String = LookupClient.host, transport: HTTPTransport, callsPerMinute: Int = 15,
        now: @escaping @Sendable () -> Date
    ) {
        base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        self.transport = transport
        self.now = now
        limit = LookupLimit(callsPerMinute: callsPerMinute, now: now)
    }

    /// Looks up at most ``largestBatch`` apps by their Apple IDs. Of an app for several platforms, a lookup shows that
    /// of the iPhone unless it is for another one.
    /// - Throws: ``SourceError``; `budgetSpent` (this client's limit) and `rateLimited` (Apple's) name the time to
    ///   wait.
    package func lookup(
        ids: [Int], storefront: Storefront, platform: Platform = .ios
    ) async throws(SourceError) -> LookupAnswer {
        guard !ids.isEmpty, ids.count <= Self.largestBatch else {
            throw SourceError(.refused, detail: "a lookup takes 1 to \(Self.largestBatch) ids")
        }
        let query = "id=" + ids.map(String.init).joined(separator: ",")
        return try await answer(to: query, appCount: ids.count, storefront: storefront, platform: platform)
    }

    /// Looks up an app by its bundle identifier. There may be one release for iOS and one for macOS.
    package func lookup(
        bundleID: String, storefront: Storefront, platform: Platform = .ios
    ) async throws(SourceError) -> LookupAnswer {
        let isPlain = bundleID.utf8.allSatisfy { byte in
            byte.isASCIILetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
        guard isPlain, !bundleID.isEmpty else {
            throw SourceError(.refused, detail: "a bundle identifier has only letters, digits, \"-\" and \".\"")
        }
        return try await answer(
            to: "bundleId=" + bundleID, appCount: 1, storefront: storefront, platform: platform)
    }

    private func answer(
        to query: String, appCount: Int, storefront: Storefront, platform: Platform
    ) async throws(SourceError) -> LookupAnswer {
        if let wait = limit.take() {
            let seconds = Int(wait.seconds) + 1
            throw SourceError(
                .budgetSpent, detail: "the limit of lookup calls is reached; try again in \(seconds) s",
                retryAfter: wait)
        }
        // With a parameter that differs for each request, no cache on the way can answer.
        let cacheBuster = Int(now().timeIntervalSince1970 * 1_000) &* 1_000 &+ Int.random(in: 0..<1_000)
        let entity = AppStoreLookup.entity(for: platform).map { "&entity=\($0)" } ?? ""
        let url = "\(base)/lookup?\(query)&country=\(storefront.code.lowercased())\(entity)&_=\(cacheBuster)"
        let response: HTTPTransport.Response
        do throws(HTTPTransport.Failure) {
            response = try await transport.send(
                HTTPTransport.Request(url: url, headers: [("Cache-Control", "no-cache")]))
        } catch {
            throw Self.error(forFailure: error)
        }
        guard response.status == 200 else { throw error(forStatusOf: response) }
        let answer = try LookupAnswer(
            body: response.body, storefront: storefront, platform: platform, appCount: appCount)
        limit.succeed()
        return answer
    }

    private func error(forStatusOf response: HTTPTransport.Response) -> SourceError {
        switch response.status {
        // Apple answers too many calls with an empty 403, sometimes with 429.
        case 403, 429:
            let wanted = response["Retry-After"].flatMap { RetryAfter.seconds($0, now: now()) }
            let pause = limit.pause(retryAfter: wanted.map { .seconds($0) })
            return SourceError(
                .rateLimited, detail: "the lookup rejects more calls for now (status \(response.status))",
                retryAfter: pause)
        case 400..<500: return SourceError(.refused, detail: "the lookup answered with status \(response.status)")
        default: return SourceError(.unavailable, detail: "the lookup answered with status \(response.status)")
        }
    }

    private static func error(forFailure failure: HTTPTransport.Failure) -> SourceError {
        switch failure {
        case .timedOut: SourceError(.unavailable, detail: "the lookup did not answer in time")
        case .unreachable(let detail): SourceError(.unavailable, detail: "the lookup cannot be reached: \(detail)")
        case .tooLarge: SourceError(.malformed, detail: "the lookup's answer is too large")
        }
    }
}
