public import Foundation

extension Airworthy {
    /// The way the client reaches its sources. ``urlSession()`` by default.
    ///
    /// ```swift
    /// let offline = Airworthy.Transport { _ in throw URLError(.notConnectedToInternet) }
    /// let options = Airworthy.Options(transport: offline)
    /// ```
    public struct Transport: Sendable {
        /// Sends a request and returns the response, whatever its status. Throws if there is no response. Must end soon after its
        /// task is cancelled, because the client's time limit relies on that.
        public var send: @Sendable (TransportRequest) async throws -> TransportResponse

        /// Creates a transport.
        ///
        /// ```swift
        /// let transport = Airworthy.Transport { request in
        ///     TransportResponse(url: request.url, status: 200, body: Array("{}".utf8))
        /// }
        /// ```
        /// - Parameter send: The function that sends a request.
        public init(_ send: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) {
            self.send = send
        }
    }
}

/// A GET request, or a POST request if it has a body.
///
/// ```swift
/// let request = TransportRequest(url: url, headers: ["Accept": "application/json"])
/// ```
public struct TransportRequest: Hashable, Sendable {
    /// The size limit of a manifest, and so of every policy.
    static let defaultMaximumBytes = 262_144

    /// The address.
    public var url: URL
    /// The header fields.
    public var headers: [String: String]
    /// The body of a POST request, which a transport sends without following redirects; `nil` for a GET request. Only check-ins
    /// have one.
    public var body: [UInt8]?
    /// Whether the request may be sent in Low Data Mode. A transport that does not know the mode sends it.
    public var allowsConstrainedNetworkAccess = true
    /// The time limit in seconds.
    public var timeout: TimeInterval
    /// The maximum number of bytes of the decompressed body. A transport counts them while reading, and stops.
    public var maximumBytes: Int

    /// Creates a request.
    /// - Parameters:
    ///   - url: The address.
    ///   - headers: The header fields.
    ///   - timeout: The time limit in seconds.
    ///   - maximumBytes: The maximum number of bytes of the decompressed body.
    public init(url: URL, headers: [String: String] = [:], timeout: TimeInterval = 5, maximumBytes: Int = 262_144) {
        self.url = url
        self.headers = headers
        self.timeout = timeout
        self.maximumBytes = maximumBytes
    }
}

/// The response to a ``TransportRequest``.
///
/// ```swift
/// let response = TransportResponse(url: url, status: 304, headers: ["ETag": "\"a\""])
/// print(response["etag"] ?? "no tag")
/// ```
public struct TransportResponse: Hashable, Sendable {
    /// The address after redirects.
    public var url: URL
    /// The status code, e.g. 200.
    public var status: Int
    /// The decompressed body.
    public var body: [UInt8]
    private var headers: [String: String]

    /// Creates a response.
    /// - Parameters:
    ///   - url: The address after redirects.
    ///   - status: The status code.
    ///   - headers: The header fields; names are case-insensitive.
    ///   - body: The decompressed body.
    public init(url: URL, status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.url = url
        self.status = status
        self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.body = body
    }

    /// The value of a header field.
    /// - Parameter name: The name of the field in any letter case.
    public subscript(name: String) -> String? { headers[name.lowercased()] }
}

/// The error of a transport without a response.
public enum TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The body exceeds the size limit.
    case tooLarge(limit: Int)
    /// The response is not HTTP.
    case notHTTP

    /// The error in one sentence.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "The response is longer than \(limit) bytes."
        case .notHTTP: "The response is not HTTP."
        }
    }
}
