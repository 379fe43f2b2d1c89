import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A raw TCP connection of a client. Every call blocks, so use it inside ``Wire/with(port:receiveBuffer:_:)``.
final class Wire: Sendable {
    struct Failure: Error { let what: String, code: Int32 }

    private let descriptor: Int32
    private let isOpen = Atomic(true)

    /// Connects to a port of this machine, from `127.0.0.1` unless `source` is another loopback address.
    init(port: Int, from source: String? = nil, receiveBuffer: Int32? = nil) throws {
        descriptor = try Self.connection(to: port, from: source, receiveBuffer: receiveBuffer)
    }

    /// Opens a socket and connects it. Not in the initializer: one that throws after the last property is set runs `deinit`, which
    /// closes the socket once more, and by then it may be that of another test.
    private static func connection(to port: Int, from source: String?, receiveBuffer: Int32?) throws -> Int32 {
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var status: Int32 = 0
        if let source { status = with(source, port: 0) { bind(descriptor, $0, $1) } }
        if status == 0 { status = with("127.0.0.1", port: port) { connect(descriptor, $0, $1) } }
        guard status == 0 else {
            let code = errno
            close(descriptor)
            throw Failure(what: "connect", code: code)
        }
        return descriptor
    }

    /// Calls `body` with a socket address.
    private static func with(
        _ host: String, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit { shut() }

    /// Sends everything; `false` if the other side is gone.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
            let sent = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0) }
            #else
            let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            #endif
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Returns the next bytes; empty at the end of the stream, `nil` after `milliseconds` without any.
    func next(within milliseconds: Int32 = 100_000) -> [UInt8]? {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Foundation.poll(&poll, 1, milliseconds) > 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    /// Returns all bytes until the server closes the connection or sends nothing for 100 seconds.
    func all() -> (text: String, isClosed: Bool) {
        let (bytes, isClosed) = allBytes()
        return (String(decoding: bytes, as: UTF8.self), isClosed)
    }

    func allBytes() -> (bytes: [UInt8], isClosed: Bool) {
        var bytes: [UInt8] = []
        while let more = next() {
            if more.isEmpty { return (bytes, true) }
            bytes += more
        }
        return (bytes, false)
    }

    /// Returns the next response, which has a `Content-Length` or no body.
    func answer(toHead isHead: Bool = false) throws -> Answer {
        var bytes: [UInt8] = []
        while true {
            if let answer = Answer(bytes, toHead: isHead) { return answer }
            guard let more = next(), !more.isEmpty else {
                throw Failure(what: "no response, only: \(String(decoding: bytes, as: UTF8.self))", code: 0)
            }
            bytes += more
        }
    }

    /// Closes the sending side.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    func shut() {
        if isOpen.exchange(false, ordering: .relaxed) { close(descriptor) }
    }

    /// Runs `body` with a connection on a thread of its own, so that it may block.
    static func with<R: Sendable>(
        port: Int, receiveBuffer: Int32? = nil, _ body: @escaping @Sendable (Wire) throws -> R
    ) async throws -> R {
        try await blocking { try body(Wire(port: port, receiveBuffer: receiveBuffer)) }
    }

    /// Runs `body` on a thread of its own.
    static func blocking<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }
}

/// A response as received.
struct Answer: Sendable {
    let status: Int
    let fields: [(name: String, value: String)]
    let body: String

    /// Parses a response; `nil` while it is incomplete.
    init?(_ bytes: [UInt8], toHead isHead: Bool = false) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        status = Int(lines[0].split(separator: " ")[1]) ?? 0
        fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            return (parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        body = String(text[end.upperBound...])
        let length = fields.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
        guard body.utf8.count >= length || status == 304 || isHead else { return nil }
    }

    init?(_ text: String) { self.init(Array(text.utf8)) }

    subscript(name: String) -> String? { fields.first { $0.name == name.lowercased() }?.value }

    /// The problem type; `nil` for other responses.
    var problem: String? {
        guard self["content-type"] == "application/problem+json",
            let object = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any],
            let type = object["type"] as? String
        else { return nil }
        return type.replacingOccurrences(of: "urn:airworthy:problem:", with: "")
    }
}
