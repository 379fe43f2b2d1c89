import AirworthyChannel
import Foundation

#if os(Linux)
import FoundationNetworking
#endif

extension Airworthy.Transport {
    /// A transport over `URLSession`, created with the first request, without cookies, cache or credentials. It follows redirects of GET requests, to https only.
    ///
    /// ```swift
    /// let options = Airworthy.Options(transport: .urlSession())
    /// ```
    /// - Returns: The transport.
    public static func urlSession() -> Airworthy.Transport {
        let session = CreatedOnFirstUse { BoundedSession() }
        return Airworthy.Transport { try await session.value.send($0) }
    }
}

/// A session that limits the size of each body while receiving it.
private final class BoundedSession: Sendable {
    private let collector = BodyCollector()
    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        session = URLSession(configuration: configuration, delegate: collector, delegateQueue: nil)
    }

    // The session retains its delegate until it is invalidated.
    deinit { session.invalidateAndCancel() }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var foundation = URLRequest(
            url: request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: request.timeout)
        for (name, value) in request.headers { foundation.setValue(value, forHTTPHeaderField: name) }
        if let body = request.body {
            foundation.httpMethod = "POST"
            foundation.httpBody = Data(body)
        }
        #if !os(Linux)
        foundation.allowsConstrainedNetworkAccess = request.allowsConstrainedNetworkAccess
        #endif
        let task = session.dataTask(with: foundation)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                collector.begin(task.taskIdentifier, limit: request.maximumBytes, continuation: continuation)
                if Task.isCancelled { task.cancel() } else { task.resume() }
                // On some systems a task that was cancelled before it was resumed reports no completion.
                if Task.isCancelled { collector.end(task.taskIdentifier, with: .failure(CancellationError())) }
            }
        } onCancel: {
            task.cancel()
            collector.end(task.taskIdentifier, with: .failure(CancellationError()))
        }
    }
}

private final class BodyCollector: NSObject, URLSessionDataDelegate, Sendable {
    private struct Collection {
        var response: HTTPURLResponse?
        var body: [UInt8] = []
        let limit: Int
        let continuation: CheckedContinuation<TransportResponse, any Error>
    }

    private let collections = Locked<[Int: Collection]>([:])

    func begin(_ id: Int, limit: Int, continuation: CheckedContinuation<TransportResponse, any Error>) {
        collections.withLock { $0[id] = Collection(limit: limit, continuation: continuation) }
    }

    /// Resumes the continuation of a task. Later calls have no effect.
    func end(_ id: Int, with result: Result<Void, any Error>) {
        guard let collection = collections.withLock({ $0.removeValue(forKey: id) }) else { return }
        switch result {
        case .failure(let error): collection.continuation.resume(throwing: error)
        case .success:
            guard let response = collection.response, let url = response.url else {
                collection.continuation.resume(throwing: TransportError.notHTTP)
                return
            }
            var headers: [String: String] = [:]
            for (name, value) in response.allHeaderFields {
                if let name = name as? String, let value = value as? String { headers[name] = value }
            }
            collection.continuation.resume(
                returning: TransportResponse(
                    url: url, status: response.statusCode, headers: headers, body: collection.body))
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let response = response as? HTTPURLResponse
        collections.withLock { $0[dataTask.taskIdentifier]?.response = response }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let limit = collections.withLock { collections -> Int? in
            guard var collection = collections.removeValue(forKey: dataTask.taskIdentifier) else { return nil }
            let isOver = collection.body.count + data.count > collection.limit
            if !isOver { collection.body.append(contentsOf: data) }
            collections[dataTask.taskIdentifier] = collection
            return isOver ? collection.limit : nil
        }
        guard let limit else { return }
        dataTask.cancel()
        end(dataTask.taskIdentifier, with: .failure(TransportError.tooLarge(limit: limit)))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        end(task.taskIdentifier, with: error.map { .failure($0) } ?? .success(()))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let isAllowed = request.url?.scheme?.lowercased() == "https" || request.url?.isLoopback == true
        // A redirect turns a POST request into a GET request, or sends its body to another place.
        let isRepeatable = task.originalRequest?.httpMethod != "POST"
        completionHandler(isAllowed && isRepeatable ? request : nil)
    }
}
