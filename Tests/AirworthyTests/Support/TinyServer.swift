import Airworthy
import AirworthyChannel
import Foundation

/// An HTTP server on a port of this machine that answers each connection once with given bytes.
final class TinyServer: Sendable {
    let port: UInt16
    private let socket: Int32
    private let address: sockaddr_in
    private let heads = Locked<[String]>([])
    private let isEnding = Locked(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// The heads of all requests.
    var requests: [String] { heads.withLock { $0 } }
    var url: URL { URL(string: "http://127.0.0.1:\(port)/file")! }

    /// Starts a server.
    /// - Parameter pieces: The pieces of the answer. After an empty piece the connection stays open.
    /// - Throws: `POSIXError` if no port is free.
    init(_ pieces: [[UInt8]]) throws {
        let socket = Foundation.socket(AF_INET, Self.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && listen(socket, 8) == 0
                    && getsockname(socket, address, &length) == 0
            }
        }
        guard socket >= 0, isReady else { throw POSIXError(.EADDRNOTAVAIL) }
        self.socket = socket
        self.address = address
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [heads, isEnding, hasEnded] in
            defer { hasEnded.signal() }
            while true {
                let client = accept(socket, nil, nil)
                guard client >= 0 else { return }
                guard !isEnding.withLock({ $0 }) else {
                    close(client)
                    return
                }
                Thread.detachNewThread { Self.answer(client, with: pieces, recordingIn: heads) }
            }
        }
    }

    /// Closes the socket when no thread accepts on it any more: the next server can get the same file descriptor, and a
    /// thread that is still in its loop would answer in that server's place.
    deinit {
        isEnding.withLock { $0 = true }
        wake()
        hasEnded.wait()
        close(socket)
    }

    /// Ends the wait for a connection with one. `shutdown` would do on Linux, and nowhere else.
    private func wake() {
        let client = Foundation.socket(AF_INET, Self.stream, 0)
        defer { close(client) }
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = connect(client, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func answer(_ client: Int32, with pieces: [[UInt8]], recordingIn heads: Locked<[String]>) {
        defer { close(client) }
        var head: [UInt8] = []
        while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            head += buffer.prefix(count)
        }
        heads.withLock { $0.append(String(decoding: head, as: UTF8.self)) }
        for piece in pieces {
            guard !piece.isEmpty else {
                // Waits until the client closes the connection.
                var byte: UInt8 = 0
                _ = recv(client, &byte, 1, 0)
                return
            }
            var sent = 0
            while sent < piece.count {
                let count = piece[sent...].withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(noSignal)) }
                guard count > 0 else { return }
                sent += count
            }
        }
    }

    #if os(Linux)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = MSG_NOSIGNAL
    #else
    private static let stream = SOCK_STREAM
    private static let noSignal = 0
    #endif
}
