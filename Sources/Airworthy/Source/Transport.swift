public import Foundation

/// A question to a server: always a GET without a body.
public struct TransportRequest: Hashable, Sendable {
    /// Where to ask.
    public var url: URL
    /// Header fields.
    public var headers: [String: String]
    /// Seconds after which the client gives up.
    public var timeout: TimeInterval
    /// The most bytes of a body, after decompression. Count them while reading, and stop.
    public var maximumBytes: Int

    /// Makes a question.
    /// - Parameters:
    ///   - url: Where to ask.
    ///   - headers: Header fields.
    ///   - timeout: Seconds after which the client gives up.
    ///   - maximumBytes: The most bytes of a body, after decompression.
    public init(url: URL, headers: [String: String] = [:], timeout: TimeInterval = 5, maximumBytes: Int = 262_144) {
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.maximumBytes = maximumBytes
    }
}

/// A server's answer.
public struct TransportResponse: Hashable, Sendable {
    /// Where it came from, after redirects.
    public var url: URL
    /// The status, e.g. 200.
    public var status: Int
    /// The body, decompressed.
    public var body: [UInt8]
    private var headers: [String: String]

    /// Makes an answer.
    /// - Parameters:
    ///   - url: Where it came from, after redirects.
    ///   - status: The status.
    ///   - headers: Header fields; the case of names does not matter.
    ///   - body: The body, decompressed.
    public init(url: URL, status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.url = url
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
    }

    /// A header field's value.
    /// - Parameter name: The field's name in any letter case.
    public subscript(name: String) -> String? { headers[name.lowercased()] }
}

/// How the client reaches its sources. ``urlSession()`` unless an app brings its own.
public struct Transport: Sendable {
    /// Asks, and gives the answer of whatever status. It throws if there is none, and ends soon after its task is
    /// cancelled: the client's deadline relies on that.
    public var send: @Sendable (TransportRequest) async throws -> TransportResponse

    /// Makes a transport.
    /// - Parameter send: Asks a server.
    public init(_ send: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) { self.send = send }
}

/// Why a transport has no answer.
public enum TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The body is longer than allowed.
    case tooLarge(limit: Int)
    /// Not an answer over HTTP.
    case notHTTP

    /// One sentence.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "The answer is longer than \(limit) bytes."
        case .notHTTP: "The answer did not come over HTTP."
        }
    }
}
