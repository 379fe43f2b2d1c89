package import AirworthyPolicy
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An HTTP server on this machine that gives the answers it was given, one a connection, and remembers what it was asked.
package final class ScriptedServer: Sendable {
    package struct Unavailable: Error {}

    /// What it does with a connection after it has read the request.
    package enum Answer: Sendable {
        /// Head and body, as they go over the wire.
        case bytes([UInt8])
        /// Closes the connection.
        case hangUp
        /// Says nothing until the caller goes away.
        case silence
    }

    package struct Request: Sendable {
        package let method: String
        package let target: String
        package let headers: [String: String]
        package let body: [UInt8]

        /// `GET /v1/…`.
        package var line: String { "\(method) \(target)" }
        package var text: String { String(decoding: body, as: UTF8.self) }
        package var json: JSONValue? { try? JSONReader.read(body).jsonValue }
    }

    /// What the thread that answers shares with the server. Whoever is last closes the socket: its number must not be
    /// another test's by then.
    private final class Shared: Sendable {
        let listener: Int32
        let requests = Mutex<[Request]>([])
        private let isLast = Mutex(false)

        init(_ listener: Int32) { self.listener = listener }

        func leave() {
            shutdown(listener, ScriptedServer.both)
            isLast.withLock { isLast in
                if isLast { close(listener) }
                isLast = true
            }
        }
    }

    /// The answers that were not given yet.
    private final class Script: Sendable {
        let rest: Mutex<ArraySlice<Answer>>

        init(_ answers: [Answer]) { rest = Mutex(answers[...]) }
    }

    package let port: UInt16
    private let shared: Shared

    package var address: String { "http://127.0.0.1:\(port)" }

    /// What was asked so far. A request is here before it is answered.
    package var requests: [Request] { shared.requests.withLock { $0 } }

    /// Listens on a free port. Without answers it only keeps the port, so that nobody is there.
    package convenience init(_ answers: [Answer]) throws {
        let script = Script(answers)
        try self.init(
            isThere: !answers.isEmpty, while: { script.rest.withLock { !$0.isEmpty } },
            answering: { _ in script.rest.withLock { $0.popFirst() } ?? .hangUp })
    }

    /// Listens on a free port until ``stop()``, and answers each request as the closure says.
    package convenience init(answering: @escaping @Sendable (Request) -> Answer) throws {
        try self.init(isThere: true, while: { true }, answering: { $0.map(answering) ?? .hangUp })
    }

    /// - Parameters:
    ///   - isThere: Whether anybody listens; else the port is only kept.
    ///   - isOpen: Whether another caller is waited for.
    ///   - answering: The answer to a request, or to something that is none.
    /// - Throws: `Unavailable` if the machine has no port left.
    private init(
        isThere: Bool, while isOpen: @escaping @Sendable () -> Bool,
        answering: @escaping @Sendable (Request?) -> Answer
    ) throws {
        let listener = socket(AF_INET, Self.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && (!isThere || listen(listener, 8) == 0)
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard listener >= 0, isListening else { throw Unavailable() }
        port = UInt16(bigEndian: address.sin_port)
        shared = Shared(listener)
        Thread.detachNewThread { [shared] in
            while isOpen() {
                let caller = accept(listener, nil, nil)
                guard caller >= 0 else { break }
                let request = Self.read(caller)
                if let request { shared.requests.withLock { $0.append(request) } }
                Self.give(answering(request), to: caller)
                close(caller)
            }
            shared.leave()
        }
    }

    /// From now on nobody is there. The port stays taken, so that nobody else is either.
    package func stop() { shutdown(shared.listener, Self.both) }

    /// Wakes a thread that waits for a caller who never came.
    deinit { shared.leave() }

    #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let quiet: Int32 = 0
    private static let both = SHUT_RDWR
    #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let quiet = Int32(MSG_NOSIGNAL)
    private static let both = Int32(SHUT_RDWR)
    #endif

    private static func read(_ caller: Int32) -> Request? {
        var bytes: [UInt8] = []
        let end: [UInt8] = [13, 10, 13, 10]
        while bytes.firstRange(of: end) == nil {
            guard let part = receive(caller) else { return nil }
            bytes += part
            // A handshake of TLS is answered as if it were a request.
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
        while body.count < Int(headers["content-length"] ?? "0") ?? 0, let part = receive(caller) { body += part }
        return Request(method: words[0], target: words[1], headers: headers, body: body)
    }

    private static func receive(_ caller: Int32) -> [UInt8]? {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(caller, &part, part.count, 0)
        return count > 0 ? Array(part[..<count]) : nil
    }

    private static func give(_ answer: Answer, to caller: Int32) {
        switch answer {
        case .hangUp: return
        case .silence: while receive(caller) != nil {}
        case .bytes(let bytes):
            var rest = bytes[...]
            while !rest.isEmpty {
                let sent = rest.withUnsafeBytes { send(caller, $0.baseAddress, $0.count, quiet) }
                guard sent > 0 else { return }
                rest = rest.dropFirst(sent)
            }
        }
    }
}

extension ScriptedServer.Answer {
    /// A whole answer.
    package static func http(_ status: String, _ body: String, _ headers: [String: String] = [:]) -> Self {
        let more = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        return .bytes(
            Array(
                "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(more)\r\n\(body)"
                    .utf8))
    }

    package static func ok(_ body: String, _ headers: [String: String] = [:]) -> Self {
        .http("200 OK", body, headers.merging(["Content-Type": "application/json"]) { given, _ in given })
    }

    /// A refusal in the server's words; `more` are members of the problem, with a comma first.
    package static func problem(
        _ status: Int, _ name: String, _ detail: String, _ more: String = "", _ headers: [String: String] = [:]
    ) -> Self {
        let body =
            #"{"type":"urn:airworthy:problem:\#(name)","title":"t","status":\#(status),"detail":"\#(detail)","#
            + #""instance":"req-1"\#(more)}"#
        return .http(
            "\(status) No", body, headers.merging(["Content-Type": "application/problem+json"]) { given, _ in given })
    }
}
