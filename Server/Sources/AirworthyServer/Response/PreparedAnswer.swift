import HTTPTypes
import Hummingbird
import NIOCore

/// A complete successful response in memory: its header fields and its body.
struct PreparedAnswer: Sendable {
    /// The header fields of the route, with the length.
    let fields: HTTPFields
    /// The encoded JSON.
    let body: ByteBuffer

    /// Creates an answer.
    /// - Parameters:
    ///   - json: The encoded JSON.
    ///   - caching: The value of `Cache-Control`.
    ///   - headers: Header fields other than `Content-Type`, `Cache-Control` and `Content-Length`.
    init(json: [UInt8], caching: CacheControl = .never, headers: HTTPFields = [:]) {
        body = ByteBuffer(bytes: json)
        fields = Response.json(body, caching: caching, headers: headers).headers
    }

    /// The memory that the answer occupies. A buffer may be larger than its contents.
    var byteCount: Int { body.storageCapacity + Self.fieldBytes }

    /// The response.
    var response: Response { Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: body)) }

    /// The memory of a few short header fields.
    private static let fieldBytes = 512
}
