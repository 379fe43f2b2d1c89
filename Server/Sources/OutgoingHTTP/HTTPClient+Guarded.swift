package import AsyncHTTPClient
package import NIOCore
import NIOSSL

extension HTTPClient {
    /// Creates a client for requests that carry credentials: it follows no redirect, so that they reach one host only.
    /// - Parameters:
    ///   - connectTimeout: The longest time to establish a connection.
    ///   - readTimeout: The longest pause between two reads of a response; `nil` for no limit beside the request's.
    ///   - idleTimeout: The time after which an unused connection is closed.
    ///   - authorities: The certificate authorities to trust beside those of the system.
    /// - Returns: The client; the caller shuts it down.
    package static func guarded(
        connectTimeout: TimeAmount, readTimeout: TimeAmount? = nil, idleTimeout: TimeAmount = .seconds(60),
        trusting authorities: CertificateAuthorities? = nil
    ) -> HTTPClient {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: connectTimeout, read: readTimeout))
        // By default a refused connection is retried until the request's deadline.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.idleTimeout = idleTimeout
        if let authorities {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.additionalTrustRoots = [.certificates(authorities.certificates)]
            configuration.tlsConfiguration = tls
        }
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }
}

extension HTTPClientResponse.Body {
    /// Reads the whole body.
    /// - Parameters:
    ///   - limit: The highest number of bytes.
    ///   - deadline: The deadline of the request.
    /// - Returns: The body, or `nil` if it is larger than the limit.
    /// - Throws: `HTTPClientError.deadlineExceeded`, and the error of a broken connection.
    package func bytes(atMost limit: Int, until deadline: NIODeadline) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        for try await part in self {
            guard NIODeadline.now() < deadline else { throw HTTPClientError.deadlineExceeded }
            bytes += part.readableBytesView
            guard bytes.count <= limit else { return nil }
        }
        return bytes
    }
}
