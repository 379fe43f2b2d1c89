/// The transport of outgoing requests: one function, so that tests need no network.
package struct HTTPTransport: Sendable {
    package struct Request: Sendable {
        package var method: String
        package var url: String
        /// Field names and values. They may contain a token: never log them.
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]?

        package init(
            method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
        ) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
        }
    }

    /// An HTTP response of any status.
    package struct Response: Sendable {
        package var status: Int
        /// Field names and values as they came.
        package var headers: [(name: String, value: String)]
        package var body: [UInt8]

        package init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
            self.status = status
            self.headers = headers
            self.body = body
        }

        /// The first value of a field, whatever the letter case of its name.
        package subscript(name: String) -> String? {
            headers.first { $0.name.lowercased() == name.lowercased() }?.value
        }
    }

    /// The reason why there is no response.
    package enum Failure: Error, Hashable, Sendable {
        /// No response arrived in time.
        case timedOut
        /// The connection could not be made, or broke.
        case unreachable(String)
        /// The response is larger than the limit.
        case tooLarge
    }

    /// The default time limit of a request, from name resolution to the last byte of the response.
    package static let defaultTimeout: Duration = .seconds(30)
    /// The default size limit of the body of a response, in bytes.
    package static let defaultMaximumBody = 8 << 20

    /// Sends a request once, without following redirects, within a time limit.
    package var send: @Sendable (Request) async throws(Failure) -> Response

    package init(send: @escaping @Sendable (Request) async throws(Failure) -> Response) { self.send = send }
}

extension HTTPTransport.Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and URL; never a header field, because one of them may be a token.
    package var description: String { "\(method) \(url)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url]) }
}
