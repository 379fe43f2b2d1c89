/// Where to listen, and for what.
package struct Listener: Hashable, Sendable {
    /// A name or an address of this machine.
    package var host: String
    /// The port; 0 takes a free one.
    package var port: Int
    /// What is answered there.
    package var parts: APIOptions.Parts
    /// The most connections there, where that is another number than ``ServerLimits/connections``.
    package var connections: Int?

    /// Makes one.
    package init(host: String, port: Int, parts: APIOptions.Parts = .all, connections: Int? = nil) {
        self.host = host
        self.port = port
        self.parts = parts
        self.connections = connections
    }

    /// The address for people, with the port that was really taken.
    package func url(port: Int) -> String {
        "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
