import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore

/// Limits how many large responses to admins are in memory at once, because each stays there as long as its reader is
/// slow. Responses to devices share their bytes and need no such limit.
final class LargeResponses: Sendable {
    /// The length above which a response counts, in bytes.
    static let threshold = 64 * 1_024

    private let places: TokenPlaces

    /// Creates a limit of all large responses, and of those to requests with tokens of the same chain.
    init(limit: Int = 32, limitOfChain: Int = 16) {
        places = TokenPlaces(limit: limit, limitOfChain: limitOfChain)
    }

    var count: Int { places.taken }

    /// Gives a large response a place, until it is sent or dropped; it is sent in slices. Smaller ones are returned as
    /// they are. The chain is named by the first token of the chain of creations.
    func limited(
        _ response: Response, chain: String, on eventLoop: any EventLoop
    ) throws(HTTPProblem) -> Response {
        guard let length = response.body.contentLength, length > Self.threshold else { return response }
        guard let place = places.place(for: chain) else {
            throw HTTPProblem(
                .overloaded,
                detail:
                    "too many large responses are being read; read them faster, or \(ProblemKind.overloaded.retryAdvice)"
            )
        }
        let body = response.body
        var response = response
        response.body = ResponseBody(contentLength: length) { writer in
            try await body.write(Slices(writer: writer, eventLoop: eventLoop, place: place))
        }
        return response
    }

    /// Writes in slices. Each waits until the client has read most of the earlier ones, so that the place is held until
    /// only the last slice is left.
    private struct Slices: ResponseBodyWriter {
        var writer: any ResponseBodyWriter
        let eventLoop: any EventLoop
        let place: TokenPlaces.Place

        mutating func write(_ buffer: ByteBuffer) async throws {
            var rest = buffer
            while rest.readableBytes > 0,
                let slice = rest.readSlice(length: min(rest.readableBytes, LargeResponses.threshold))
            {
                try await writer.write(slice)
                // The writer waits for the client only after the event loop has passed the slice on.
                try await eventLoop.submit {}.get()
            }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws { try await writer.finish(trailingHeaders) }
    }
}
