import AirworthyPolicy
import AirworthySupport
import Foundation

extension AppStoreConnectClient {
    /// Sends a request until it is answered, or until that is not worth another attempt.
    /// - Parameters:
    ///   - method: Only `GET` is tried again after anything but a refused token: the others may have arrived.
    ///   - url: The whole address; on our host, which the caller has checked.
    ///   - body: JSON to send along.
    /// - Returns: An answer with status 2xx, and Apple's clock.
    /// - Throws: ``AppStoreConnectError`` with the reason of the last attempt.
    func send(
        _ method: String, _ url: String, body: JSONValue? = nil
    ) async throws(AppStoreConnectError) -> (body: [UInt8], date: Date?) {
        var failures = 0
        var mayRefresh = true
        while true {
            let token = try state.token(key, at: now())
            let error: AppStoreConnectError
            do throws(AppStoreConnectError) {
                return try await attempt(method, url, body, token)
            } catch let thrown {
                error = thrown
            }
            if Task.isCancelled { throw AppStoreConnectError(.cancelled, detail: "the task was cancelled") }
            if error.status == 401 {
                state.drop(token)
                guard mayRefresh else { throw error }
                // Refused before it was carried out, so even a POST may go again. By now Apple's clock is known.
                mayRefresh = false
                continue
            }
            failures += 1
            guard
                let delay = RetryPolicy.delay(failures: failures, error: error, isSafe: method == "GET", random: random)
            else { throw error }
            do {
                try await sleep(delay)
            } catch {
                throw AppStoreConnectError(.cancelled, detail: "the task was cancelled")
            }
        }
    }

    private func attempt(
        _ method: String, _ url: String, _ body: JSONValue?, _ token: Token
    ) async throws(AppStoreConnectError) -> (body: [UInt8], date: Date?) {
        guard budget.take(for: purpose) else {
            throw AppStoreConnectError(
                .budgetSpent, detail: "\(key) has had its share of calls of this hour", retryAfter: 60)
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
            throw AppStoreConnectError(refusal: response, now: date ?? now())
        }
        return (response.body, date)
    }

    /// Learns what every answer tells: the key's limit and Apple's clock.
    private func observe(_ response: HTTPTransport.Response) -> Date? {
        budget.observe(rateLimit: response["X-Rate-Limit"])
        // An answer out of some cache would tell the time at which it went in.
        guard let date = response["Date"].flatMap(HTTPDate.parse),
            (response["Age"].flatMap { Int($0) } ?? 0) == 0
        else { return nil }
        state.observe(date: date, at: now())
        return date
    }
}
