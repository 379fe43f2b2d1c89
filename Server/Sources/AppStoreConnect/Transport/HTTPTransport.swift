/// How requests get to Apple: one function, so that tests need no network.
package struct HTTPTransport: Sendable {
    /// A request.
    package struct Request: Sendable {
        /// E.g. `GET`.
        package var method: String
        /// The whole address.
        package var url: String
        /// Field names and values. Contains the token: never log it.
        package var headers: [(name: String, value: String)]
        /// What is sent along.
        package var body: [UInt8]?

        /// Makes a request.
        package init(
            method: String = "GET", url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
        ) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
        }
    }

    /// An answer, whatever its status.
    package struct Response: Sendable {
        /// E.g. 200.
        package var status: Int
        /// Field names and values as they came.
        package var headers: [(name: String, value: String)]
        /// The whole body.
        package var body: [UInt8]

        /// Makes an answer.
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

    /// Why there is no answer.
    package enum Failure: Error, Hashable, Sendable {
        /// No answer in time.
        case timedOut
        /// The connection could not be made, or broke.
        case unreachable(String)
        /// The answer is longer than we read.
        case tooLarge
    }

    /// Sends a request once, follows no redirect, and gives up after a while.
    package var send: @Sendable (Request) async throws(Failure) -> Response

    /// Makes a transport.
    package init(send: @escaping @Sendable (Request) async throws(Failure) -> Response) { self.send = send }
}

extension HTTPTransport.Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method and address; never a field, since one of them is the token.
    package var description: String { "\(method) \(url)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["method": method, "url": url]) }
}
