import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore
import ServerSupport
import ServiceLifecycle
import Synchronization

/// Streams that tell open pages when they are out of date, as server-sent events without content.
///
/// Each looks at a number in memory twice a second. They are bounded, and end with their session and when the server
/// stops; browsers then connect to the next one by themselves.
final class EventStreams: Sendable {
    /// The time between two looks.
    private static let pause = Duration.milliseconds(500)
    /// The looks after which a stream sends something in any case, so that proxies keep it and lost readers are noticed.
    private static let quietLooks = 30
    /// The looks after which numbers of installations count as out of date.
    private static let fleetLooks = Int(FleetStates.longestAge / pause.seconds)

    private let served: ServedApps
    private let sleep: @Sendable (Duration) async throws -> Void
    private let places: TokenPlaces

    /// Creates streams. Sessions with tokens of the same chain may have `limitOfChain` of them.
    init(
        served: ServedApps, limit: Int = 512, limitOfChain: Int = 64,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.served = served
        self.sleep = sleep
        places = TokenPlaces(limit: limit, limitOfChain: limitOfChain)
    }

    var count: Int { places.taken }

    /// Opens a stream about an app, or about all apps. The chain is named by the first token of the session's chain of
    /// creations. `isSignedIn` is called now and then.
    func open(
        about slug: String?, chain: String, isSignedIn: @escaping @Sendable () async -> Bool
    ) throws(HTTPProblem) -> Response {
        guard let place = places.place(for: chain) else {
            throw HTTPProblem(.overloaded, detail: "too many pages are open; close some, or reload this one by hand")
        }
        var headers = PageHeaders.all
        headers[.contentType] = "text/event-stream"
        headers[.cacheControl] = "no-store"
        let body = ResponseBody { [self] writer in
            var writer = writer
            let end = End()
            try await withGracefulShutdownHandler {
                try await write(to: &writer, about: slug, isSignedIn: isSignedIn, until: end)
            } onGracefulShutdown: {
                end.isHere.store(true, ordering: .relaxed)
            }
            withExtendedLifetime(place) {}
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    private func write(
        to writer: inout any ResponseBodyWriter, about slug: String?, isSignedIn: @Sendable () async -> Bool,
        until end: End
    ) async throws {
        var last = version(of: slug)
        try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
        var looks = 0
        while !end.isHere.load(ordering: .relaxed) {
            try await sleep(Self.pause)
            looks += 1
            let version = version(of: slug)
            if version != last || looks % Self.fleetLooks == 0 {
                last = version
                try await writer.write(ByteBuffer(string: "event: change\ndata:\n\n"))
            } else if looks % Self.quietLooks == 0 {
                guard await isSignedIn() else { return }
                try await writer.write(ByteBuffer(string: ":\n\n"))
            }
        }
    }

    private func version(of slug: String?) -> Int { slug.map { served.edition(of: $0) ?? -1 } ?? served.newestEdition }

    /// Whether the server stops.
    private final class End: Sendable {
        let isHere = Atomic(false)
    }
}
