import NIOCore
import ServiceLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Why a listener could not be opened.
package struct ListenerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What to do about it, for people.
    package let description: String

    init(_ listener: Listener, _ error: any Error) {
        let place = "port \(listener.port) of \(listener.host)"
        description =
            switch (error as? IOError)?.errnoCode {
            case EADDRINUSE: "\(place) is in use; stop what uses it, or take another port"
            case EACCES: "this user may not listen on \(place); take a port from 1024 on"
            case EADDRNOTAVAIL: "\(listener.host) is no address of this machine"
            case _ where error is SocketAddressError.UnknownHost:
                "\(listener.host) is neither an address nor the name of one"
            default: "cannot listen on \(place): \(error)"
            }
    }
}

/// A listener that says what is wrong when it cannot be opened.
struct ListenerService: Service {
    private let listener: Listener
    private let inner: any Service

    init(_ listener: Listener, _ inner: any Service) {
        self.listener = listener
        self.inner = inner
    }

    func run() async throws {
        do {
            try await inner.run()
        } catch let error where !(error is CancellationError) {
            // Only opening fails: what goes wrong later ends a connection, not the listener.
            throw ListenerError(listener, error)
        }
    }
}
