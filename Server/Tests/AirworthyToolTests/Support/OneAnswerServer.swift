import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An HTTP server on this machine that gives one answer to one caller.
struct OneAnswerServer {
    struct Unavailable: Error {}

    let port: UInt16

    /// Listens on a free port. The answer is head and body, as they go over the wire.
    init(_ answer: [UInt8]) throws {
        #if canImport(Darwin)
        let listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard listener >= 0, isListening else { throw Unavailable() }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            let caller = accept(listener, nil, nil)
            close(listener)
            var request = [UInt8](repeating: 0, count: 4_096)
            _ = recv(caller, &request, request.count, 0)
            var rest = answer[...]
            while !rest.isEmpty {
                #if canImport(Darwin)
                let sent = rest.withUnsafeBytes { send(caller, $0.baseAddress, $0.count, 0) }
                #else
                let sent = rest.withUnsafeBytes { send(caller, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                #endif
                guard sent > 0 else { break }
                rest = rest.dropFirst(sent)
            }
            close(caller)
        }
    }
}
