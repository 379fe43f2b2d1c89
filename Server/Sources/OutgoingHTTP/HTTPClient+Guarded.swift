package import AsyncHTTPClient
package import NIOCore
import NIOSSL

extension HTTPClient {
    /// Creates a client for requests that carry credentials: it follows no redirect, so that they reach one host only.
    /// The caller shuts it down.
    ///
    /// `readTimeout` is the longest pause between two reads of a response; `nil` for no limit beside the request's.
    /// `idleTimeout` is the time after which an unused connection is closed. The authorities are trusted beside those
    /// of the system.
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
    /// Reads the whole body; `nil` if it is larger than the limit. The deadline is that of the request.
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
