package import NIOCore

/// What one caller may ask of the server, at most. Tests shorten the times.
package struct ServerLimits: Hashable, Sendable {
    /// How long a connection may stay open without a request.
    package var idle = TimeAmount.seconds(30)
    /// How long the head of a request may take, from its first byte on.
    package var head = TimeAmount.seconds(10)
    /// How long the body of a request may take, from the end of its head on.
    package var body = TimeAmount.seconds(30)
    /// How long a caller may take nothing of an answer that waits to be sent.
    package var stall = TimeAmount.seconds(30)
    /// How long a caller may take to close after the server has, so that it can still read the last answer.
    package var linger = TimeAmount.seconds(1)
    /// The longest URL, in bytes.
    package var urlBytes = 8 << 10
    /// The fields of a head together, in bytes.
    package var headerBytes = 16 << 10
    /// The most fields of a head.
    package var headerCount = 128
    /// The longest body on any route.
    package var adminBody = 1 << 20
    /// The most connections; further ones wait in the queue of the kernel.
    package var connections = 8_192
    /// The most decisions and features that are worked on at once.
    package var evaluations = 64

    /// The limits of a server on the internet.
    package init() {}
}
