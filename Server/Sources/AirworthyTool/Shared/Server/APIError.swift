import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

enum APIError: Error {
    /// The server refused the request and gave a reason.
    case problem(APIProblem)
    /// The request was not sent.
    case notSent(ToolExitStatus, why: String)
    /// The connection broke, or the time was up, before the response was complete.
    case lost(why: String, advice: String)
    /// The response is not one of this API.
    case unexpected(String)
    /// A proxy or the server is overloaded or down. The associated value is the HTTP status.
    case gateway(Int)

    /// Whether the server refused the request with a problem of this type.
    func isProblem(_ name: String) -> Bool {
        guard case .problem(let problem) = self else { return false }
        return problem.name == name
    }

    /// Returns the error as a sentence with an exit status.
    func toolError(address: ServerAddress, token: BearerToken) -> ToolError {
        switch self {
        case .problem(let problem): problem.toolError(token: token)
        case .notSent(let status, let why): ToolError(status: status, description: "\(address): \(why)")
        case .lost(let why, let advice): .temporaryFailure("\(address): \(why); \(advice)")
        case .unexpected(let what):
            .unavailable("\(address): \(what.printable); is this the address of an Airworthy server of this version?")
        case .gateway(let status):
            .temporaryFailure("\(address): answered \(status) without a reason; try again later")
        }
    }
}

extension APIError {
    /// Creates the error for a request without a complete response.
    init(transport error: any Error, advice: String) {
        switch error {
        case let error as APIError: self = error
        case let error as NIOConnectionError: self = Self.unreachable(error)
        case let error as HTTPClientError: self = Self.interrupted(error, advice: advice)
        case let error as IOError where Self.neverConnected.contains(error.errnoCode):
            self = Self.unreachable(why: Self.text(errno: error.errnoCode))
        case let error as IOError:
            self = .lost(why: "the connection broke (\(Self.text(errno: error.errnoCode)))", advice: advice)
        case HTTPParserError.invalidEOFState:
            self = .lost(why: "closed the connection in the middle of the response", advice: advice)
        case is HTTPParserError: self = .unexpected("does not speak HTTP")
        default:
            self =
                Self.handshakeFailure(error)
                ?? .lost(why: "the request failed: \(Self.brief(error))", advice: advice)
        }
    }

    private static func interrupted(_ error: HTTPClientError, advice: String) -> APIError {
        switch error {
        case .connectTimeout, .getConnectionFromPoolTimeout:
            .notSent(.unavailable, why: "does not answer; is the address right, and the server running?")
        case .tlsHandshakeTimeout:
            .notSent(.unavailable, why: "TLS handshake timed out; is this an HTTPS server?")
        case .deadlineExceeded, .readTimeout: .lost(why: "did not answer in time", advice: advice)
        case .remoteConnectionClosed: .lost(why: "closed the connection before it answered", advice: advice)
        default: .lost(why: "the request failed: \(brief(error))", advice: advice)
        }
    }

    private static func unreachable(_ error: NIOConnectionError) -> APIError {
        guard let failure = error.connectionErrors.first else {
            return .notSent(.noHost, why: "unknown host name; check the address and the name service")
        }
        return unreachable(why: (failure.error as? IOError).map { text(errno: $0.errnoCode) } ?? brief(failure.error))
    }

    private static func unreachable(why: String) -> APIError {
        .notSent(.unavailable, why: "cannot be reached: \(why); is the address right, and the server running?")
    }

    /// The error numbers of connecting, which prove that no request was sent.
    private static let neverConnected: Set<Int32> = [
        ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL, EACCES, EPERM,
    ]

    /// Returns the error for a failed TLS handshake, after which no request was sent.
    ///
    /// This target does not import NIOSSL, so the description of its errors is searched instead.
    private static func handshakeFailure(_ error: any Error) -> APIError? {
        if "\(error)".contains("CERTIFICATE_VERIFY_FAILED") {
            return .notSent(
                .unavailable,
                why:
                    "its certificate is not trusted by this machine, or is for another host; name the certificate of a "
                    + "private authority with --ca or SSL_CERT_FILE")
        }
        guard String(reflecting: type(of: error)).hasPrefix("NIOSSL.") else { return nil }
        return .notSent(.unavailable, why: "TLS handshake failed; is this an HTTPS server?")
    }

    private static func text(errno code: Int32) -> String { String(cString: strerror(code)).lowercased() }

    private static func brief(_ error: any Error) -> String { String("\(error)".prefix(200)).printable }
}
