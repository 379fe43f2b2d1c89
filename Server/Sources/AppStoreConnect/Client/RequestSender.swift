import AirworthyPolicy
import AirworthySupport
import Foundation
import OutgoingHTTP
import ServerSupport

/// Sends requests with one key: signs them, counts them against the key's budget, and retries where that may help.
///
/// All copies of a sender share one token and one measured offset to Apple's clock.
struct RequestSender: Sendable {
    let key: APIKey
    let base: BaseAddress
    let transport: HTTPTransport
    let budget: CallBudget
    let userAgent: String
    let now: @Sendable () -> Date
    let sleep: @Sendable (Duration) async throws -> Void
    let random: @Sendable () -> Double
    let session = TokenSession()
    /// The share of the budget that calls are counted against.
    var purpose = CallBudget.Purpose.schedule

    /// Sends a request for a path with its query, e.g. `/v1/builds`, and reads the document in the response. After a
    /// rejected token every method is sent again. After other failures only `GET` is, because another request may
    /// already have taken effect.
    func document(
        _ method: String = "GET", path: String, body: JSONValue? = nil
    ) async throws(AppStoreConnectError) -> ConnectDocument {
        try ConnectDocument(try await send(method, url: base.text + path, body: body))
    }

    /// Reads a collection, page by page, and returns every item once. Apple may list an item twice if another is added
    /// between two pages. The listing is incomplete if there are more pages than ``AppStoreConnectClient/mostPages``.
    ///
    /// The query is without `limit`, which is always the largest. `read` returns `nil` for an unreadable resource.
    /// After a page for which `isLastPage` returns `true`, the listing counts as complete.
    /// - Throws: ``AppStoreConnectError``; of kind `malformed` if the next page is on another host or was read already.
    func listing<Item: Sendable>(
        path: String, query: ConnectQuery, read: (ConnectResource, ConnectDocument) -> Item?,
        until isLastPage: ([Item]) -> Bool = { _ in false }
    ) async throws(AppStoreConnectError) -> Listing<Item> {
        var url = base.text + path + query.adding("limit", value: "\(ConnectQuery.mostListed)").text
        var listing = Listing<Item>(items: [], isComplete: false)
        var seen: Set<ConnectResource.Identifier> = []
        var visited: Set<String> = [url]
        for _ in 0..<AppStoreConnectClient.mostPages {
            let document = try ConnectDocument(try await send("GET", url: url))
            var items: [Item] = []
            for resource in document.resources {
                guard let item = read(resource, document) else {
                    listing.unreadable.insert(resource.id)
                    continue
                }
                items.append(item)
                if seen.insert(resource.identifier).inserted { listing.items.append(item) }
            }
            guard let next = document.next, !isLastPage(items) else {
                listing.isComplete = true
                break
            }
            // The paths of Apple's API begin with its version, e.g. `/v1/`.
            guard let address = base.url(ofLink: next, startingWith: "/v") else {
                throw AppStoreConnectError(.malformed, detail: "the next page is on another host; it was not read")
            }
            guard visited.insert(address).inserted else {
                throw AppStoreConnectError(.malformed, detail: "the next page is one that was already read")
            }
            url = address
        }
        return listing
    }

    /// Sends a request, and sends it again after failures that may pass; see ``document(_:path:body:)``. Returns the
    /// body of a response with status 2xx. The caller has checked that the URL is on Apple's host, because the token is
    /// sent there.
    /// - Throws: ``AppStoreConnectError`` with the reason of the last attempt.
    private func send(
        _ method: String, url: String, body: JSONValue? = nil
    ) async throws(AppStoreConnectError) -> [UInt8] {
        var failures = 0
        var mayRenewToken = true
        while true {
            let token = try session.token(for: key, at: now())
            let error: AppStoreConnectError
            do throws(AppStoreConnectError) {
                return try await attempt(method, url: url, body: body, token: token)
            } catch let thrown {
                error = thrown
            }
            if Task.isCancelled { throw .cancelled }
            if error.status == 401 {
                session.drop(token)
                guard mayRenewToken else { throw error }
                // Apple checks the token before it acts, so even a POST may be sent again. The new token uses Apple's
                // clock, which the rejected response has shown.
                mayRenewToken = false
                continue
            }
            failures += 1
            guard
                let delay = RetryPolicy.delay(failures: failures, error: error, isSafe: method == "GET", random: random)
            else { throw error }
            do {
                try await sleep(delay)
            } catch {
                throw .cancelled
            }
        }
    }

    private func attempt(
        _ method: String, url: String, body: JSONValue?, token: ConnectToken
    ) async throws(AppStoreConnectError) -> [UInt8] {
        guard budget.take(for: purpose) else {
            throw AppStoreConnectError(
                .budgetSpent, detail: "\(key) has used its share of calls of this hour", retryAfter: CallBudget.pause)
        }
        var request = HTTPTransport.Request(
            method: method, url: url,
            headers: [
                ("Authorization", "Bearer \(token.secret)"), ("Accept", "application/json"), ("User-Agent", userAgent),
            ])
        if let body {
            request.headers.append(("Content-Type", "application/json"))
            request.body = body.jsonBytes()
        }
        let response: HTTPTransport.Response
        do throws(HTTPTransport.Failure) {
            response = try await transport.send(request)
        } catch {
            throw AppStoreConnectError(error)
        }
        let date = observe(response)
        guard (200..<300).contains(response.status) else {
            throw ErrorResponse(response).error(now: date ?? now())
        }
        return response.body
    }

    /// Notes the key's limit and the time of Apple's clock, and returns that time, if the response shows it.
    private func observe(_ response: HTTPTransport.Response) -> Date? {
        budget.observe(rateLimit: response["X-Rate-Limit"])
        // A cached response carries the time at which it was stored.
        guard let date = response["Date"].flatMap(HTTPDate.parse),
            (response["Age"].flatMap { Int($0) } ?? 0) == 0
        else { return nil }
        session.observe(appleDate: date, at: now())
        return date
    }
}

extension AppStoreConnectError {
    fileprivate static var cancelled: AppStoreConnectError {
        AppStoreConnectError(.cancelled, detail: "the task was cancelled")
    }
}
