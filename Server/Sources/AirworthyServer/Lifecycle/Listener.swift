import Foundation
import NIOCore
import ServiceLifecycle

/// An address to listen on and the parts of the API to serve there.
package struct Listener: Hashable, Sendable {
    /// A host name or an address of this machine.
    package var host: String
    /// The port; 0 for any free one.
    package var port: Int
    package var parts: APIOptions.Parts
    /// The number of connections, if other than ``ServerLimits/connections``.
    package var connections: Int?

    package init(host: String, port: Int, parts: APIOptions.Parts = .all, connections: Int? = nil) {
        self.host = host
        self.port = port
        self.parts = parts
        self.connections = connections
    }

    /// Returns the URL of the listener on the port that was bound.
    package func url(port: Int) -> String {
        "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}

package struct ListenerError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ listener: Listener, underlying error: any Error) {
        let address = "port \(listener.port) of \(listener.host)"
        description =
            switch (error as? IOError)?.errnoCode {
            case EADDRINUSE: "\(address) is in use; stop the program that uses it, or choose another port"
            case EACCES: "this user may not listen on \(address); choose a port from 1024 on"
            case EADDRNOTAVAIL: "\(listener.host) is not an address of this machine"
            case _ where error is SocketAddressError.UnknownHost:
                "\(listener.host) is neither an address nor a known host name"
            default: "cannot listen on \(address): \(error)"
            }
    }
}

/// A service that runs a listener and explains why it cannot be opened.
struct ListenerService: Service {
    let listener: Listener
    let server: any Service

    func run() async throws {
        do {
            try await server.run()
        } catch let error where !(error is CancellationError) {
            // Only opening throws; later errors end a connection, not the listener.
            throw ListenerError(listener, underlying: error)
        }
    }
}
