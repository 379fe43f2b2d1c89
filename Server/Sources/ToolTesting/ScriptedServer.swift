package import AirworthyPolicy
import Foundation
import Synchronization

/// A local HTTP server with scripted answers, one for each connection. It records the requests.
package final class ScriptedServer: Sendable {
    package struct Unavailable: Error {}

    /// The reaction to a request.
    package enum Answer: Sendable {
        /// Sends these bytes, which are the head and the body of a response.
        case bytes([UInt8])
        /// Closes the connection.
        case hangUp
        /// Sends nothing until the client closes the connection.
        case silence
    }

    package struct Request: Sendable {
        package let method: String
        package let target: String
        package let headers: [String: String]
        package let body: [UInt8]

        /// The method and target, such as `GET /v1/…`.
        package var line: String { "\(method) \(target)" }
        package var text: String { String(decoding: body, as: UTF8.self) }
        package var json: JSONValue? { try? JSONReader.read(body).jsonValue }
    }

    /// The state shared by the server and its thread. The one that leaves last closes the socket. If it was closed
    /// earlier, another test could get the same descriptor while the thread still uses it.
    private final class Shared: Sendable {
        let listener: Int32
        let requests = Mutex<[Request]>([])
        private let isLast = Mutex(false)

        init(listener: Int32) { self.listener = listener }

        func leave() {
            shutdown(listener, ScriptedServer.both)
            isLast.withLock { isLast in
                if isLast { close(listener) }
                isLast = true
            }
        }
    }

    private final class Script: Sendable {
        let rest: Mutex<ArraySlice<Answer>>

        init(_ answers: [Answer]) { rest = Mutex(answers[...]) }
    }

    package let port: UInt16
    private let shared: Shared

    package var address: String { "http://127.0.0.1:\(port)" }

    /// The requests so far. A request is recorded before it is answered.
    package var requests: [Request] { shared.requests.withLock { $0 } }

    /// Listens on a free port. Without answers it only reserves the port, so that connections are refused.
    package convenience init(_ answers: [Answer]) throws {
        let script = Script(answers)
        try self.init(
            isListening: !answers.isEmpty, while: { script.rest.withLock { !$0.isEmpty } },
            answering: { _ in script.rest.withLock { $0.popFirst() } ?? .hangUp })
    }

    /// Listens on a free port until ``stop()``, and answers each request with the result of the closure.
    package convenience init(answering: @escaping @Sendable (Request) -> Answer) throws {
        try self.init(isListening: true, while: { true }, answering: { $0.map(answering) ?? .hangUp })
    }

    /// Listens, or only reserves a port. `isOpen` returns whether to wait for another connection; `answering` gets `nil`
    /// for bytes that are not a request.
    private init(
        isListening: Bool, while isOpen: @escaping @Sendable () -> Bool,
        answering: @escaping @Sendable (Request?) -> Answer
    ) throws {
        let listener = tcpSocket()
        var address = sockaddr_in(loopback: 0)
        let isReady = address.withSocketAddress { address, length in
            bind(listener, address, length) == 0 && (!isListening || listen(listener, 8) == 0)
                && getsockname(listener, address, &length) == 0
        }
        guard listener >= 0, isReady else { throw Unavailable() }
        port = UInt16(bigEndian: address.sin_port)
        shared = Shared(listener: listener)
        Thread.detachNewThread { [shared] in
            while isOpen() {
                let caller = accept(listener, nil, nil)
                guard caller >= 0 else { break }
                let request = Self.request(from: caller)
                if let request { shared.requests.withLock { $0.append(request) } }
                Self.send(answering(request), to: caller)
                close(caller)
            }
            shared.leave()
        }
    }

    /// Stops listening. The port stays reserved, so that no other process gets it.
    package func stop() { shutdown(shared.listener, Self.both) }

    /// Wakes the thread if it still waits for a connection.
    deinit { shared.leave() }

    #if canImport(Darwin)
    private static let quiet: Int32 = 0
    private static let both = SHUT_RDWR
    #else
    private static let quiet = Int32(MSG_NOSIGNAL)
    private static let both = Int32(SHUT_RDWR)
    #endif

    private static func request(from caller: Int32) -> Request? {
        var bytes: [UInt8] = []
        let end: [UInt8] = [13, 10, 13, 10]
        while bytes.firstRange(of: end) == nil {
            guard let part = receive(from: caller) else { return nil }
            bytes += part
            // The first byte of a TLS handshake, which is not a request.
            if bytes.first == 0x16 { return nil }
        }
        guard let split = bytes.firstRange(of: end) else { return nil }
        let lines = String(decoding: bytes[..<split.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ").map(String.init)
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces)
        }
        var body = Array(bytes[split.upperBound...])
        while body.count < Int(headers["content-length"] ?? "0") ?? 0, let part = receive(from: caller) { body += part }
        return Request(method: words[0], target: words[1], headers: headers, body: body)
    }

    private static func receive(from caller: Int32) -> [UInt8]? {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(caller, &part, part.count, 0)
        return count > 0 ? Array(part[..<count]) : nil
    }

    private static func send(_ answer: Answer, to caller: Int32) {
        switch answer {
        case .hangUp: return
        case .silence: while receive(from: caller) != nil {}
        case .bytes(let bytes):
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { Foundation.send(caller, $0.baseAddress, $0.count, quiet) }
                guard sent > 0 else { return }
                rest = rest.dropFirst(sent)
            }
        }
    }
}

extension ScriptedServer.Answer {
    package static func http(_ status: String, body: String, headers: [String: String] = [:]) -> Self {
        let more = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        return .bytes(
            Array(
                "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(more)\r\n\(body)"
                    .utf8))
    }

    /// A JSON response with status 200.
    package static func ok(_ body: String, headers: [String: String] = [:]) -> Self {
        .http(
            "200 OK", body: body, headers: headers.merging(["Content-Type": "application/json"]) { given, _ in given })
    }

    /// A problem response of an Airworthy server; `members` are additional JSON members, which begin with a comma.
    package static func problem(
        _ status: Int, name: String, detail: String, members: String = "", headers: [String: String] = [:]
    ) -> Self {
        let body =
            #"{"type":"urn:airworthy:problem:\#(name)","title":"t","status":\#(status),"detail":"\#(detail)","#
            + #""instance":"req-1"\#(members)}"#
        return .http(
            "\(status) No", body: body,
            headers: headers.merging(["Content-Type": "application/problem+json"]) { given, _ in given })
    }
}
