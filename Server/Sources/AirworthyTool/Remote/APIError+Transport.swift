import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension APIError {
    /// What it means that no whole answer came.
    /// - Parameters:
    ///   - error: Whatever sending or receiving threw.
    ///   - advice: What to say when the request may have arrived.
    init(_ error: any Error, advice: String) {
        switch error {
        case let error as APIError: self = error
        case let error as NIOConnectionError: self = Self.unreachable(error)
        case let error as HTTPClientError: self = Self.interrupted(error, advice)
        case let error as IOError where Self.neverConnected.contains(error.errnoCode):
            self = Self.unreachable(Self.words(error.errnoCode))
        case let error as IOError:
            self = .lost(why: "the connection broke (\(Self.words(error.errnoCode)))", advice: advice)
        case HTTPParserError.invalidEOFState:
            self = .lost(why: "closed the connection in the middle of its answer", advice: advice)
        case is HTTPParserError:
            self = .strange("does not speak HTTP")
        default: self = Self.insecure(error) ?? .lost(why: "cannot be talked to: \(Self.brief(error))", advice: advice)
        }
    }

    private static func interrupted(_ error: HTTPClientError, _ advice: String) -> APIError {
        switch error {
        case .connectTimeout, .getConnectionFromPoolTimeout:
            .notSent(.unavailable, "does not answer; is the address right, and the server running?")
        case .tlsHandshakeTimeout:
            .notSent(.unavailable, "makes no secure connection in time; is it https that it speaks?")
        case .deadlineExceeded, .readTimeout: .lost(why: "has not answered in time", advice: advice)
        case .remoteConnectionClosed: .lost(why: "closed the connection before it answered", advice: advice)
        default: .lost(why: "cannot be talked to: \(brief(error))", advice: advice)
        }
    }

    private static func unreachable(_ error: NIOConnectionError) -> APIError {
        guard let failure = error.connectionErrors.first else {
            return .notSent(.noHost, "there is no host of that name; check the address, and the name service")
        }
        return unreachable((failure.error as? IOError).map { words($0.errnoCode) } ?? brief(failure.error))
    }

    private static func unreachable(_ why: String) -> APIError {
        .notSent(.unavailable, "cannot be reached: \(why); is the address right, and the server running?")
    }

    /// What only connecting ends with.
    private static let neverConnected: Set<Int32> = [
        ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL, EACCES, EPERM,
    ]

    /// A handshake that failed: then nothing was sent. The types of these errors belong to a library this tool does not
    /// name, so their words are looked at.
    private static func insecure(_ error: any Error) -> APIError? {
        let text = "\(error)"
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return .notSent(
                .unavailable, "shows a certificate that nobody this machine trusts has signed for that name")
        }
        guard String(reflecting: type(of: error)).hasPrefix("NIOSSL.") else { return nil }
        return .notSent(.unavailable, "makes no secure connection; is it https that it speaks?")
    }

    private static func words(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }

    private static func brief(_ error: any Error) -> String { String("\(error)".prefix(200)).printable }
}
