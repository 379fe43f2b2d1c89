import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension HTTPTransport {
    package struct Connection: Sendable {
        package let transport: HTTPTransport
        fileprivate let client: HTTPClient

        /// Closes the connections. Call it once; nothing can be sent afterwards.
        package func close() async { try? await client.shutdown() }
    }

    /// Creates a transport over the network, which the caller closes. It follows no redirects and keeps no cookies. The
    /// time-out of a request is at least one second, from name resolution to the last byte; `maximumBody` is in bytes
    /// of a response.
    package static func asyncHTTPClient(
        timeout: Duration = defaultTimeout, maximumBody: Int = defaultMaximumBody
    ) -> Connection {
        let timeout = TimeAmount(max(timeout, .seconds(1)))
        let client = HTTPClient.guarded(connectTimeout: min(timeout, .seconds(10)), readTimeout: timeout)
        let transport = HTTPTransport { request throws(Failure) in
            do {
                let deadline = NIODeadline.now() + timeout
                let response = try await client.execute(prepared(request), deadline: deadline)
                guard let body = try await response.body.bytes(atMost: maximumBody, until: deadline) else {
                    throw Failure.tooLarge
                }
                return Response(
                    status: Int(response.status.code), headers: response.headers.map { ($0.name, $0.value) }, body: body
                )
            } catch {
                throw Failure(error)
            }
        }
        return Connection(transport: transport, client: client)
    }

    private static func prepared(_ request: Request) -> HTTPClientRequest {
        var prepared = HTTPClientRequest(url: request.url)
        prepared.method = HTTPMethod(rawValue: request.method)
        for field in request.headers { prepared.headers.add(name: field.name, value: field.value) }
        if let body = request.body { prepared.body = .bytes(ByteBuffer(bytes: body)) }
        return prepared
    }
}

extension HTTPTransport.Failure {
    fileprivate init(_ error: any Error) {
        switch error {
        case let failure as Self: self = failure
        case let error as HTTPClientError where Self.isLate(error): self = .timedOut
        default: self = .unreachable(String("\(error)".prefix(200)))
        }
    }

    private static func isLate(_ error: HTTPClientError) -> Bool {
        switch error {
        case .deadlineExceeded, .readTimeout, .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout: true
        default: false
        }
    }
}
