import HTTPTypes
import Hummingbird
import NIOCore

/// A complete successful response in memory: its status, the header fields of its route and its body.
///
/// The router sends it as ``response``, ``Front`` sends its ``head`` and ``body`` as they are.
struct PreparedAnswer: Sendable {
    /// The body; `nil` for a 304, which has none.
    let body: ByteBuffer?
    /// The status line and the header fields as bytes, without the empty line that ends a head.
    let head: ByteBuffer
    let status: HTTPResponse.Status
    /// The header fields, for a 304 followed by a length that ``response`` removes.
    private let fields: HTTPFields

    /// Creates an answer with JSON. `headers` does not have `Content-Type`, `Cache-Control` and `Content-Length`.
    init(
        json: [UInt8], status: HTTPResponse.Status = .ok, caching: CacheControl = .never, headers: HTTPFields = [:]
    ) {
        let body = ByteBuffer(bytes: json)
        self.init(fields: Response.json(body, caching: caching, headers: headers).headers, body: body, status: status)
    }

    /// Creates an answer with a body, whose length is in the header fields.
    init(fields: HTTPFields, body: ByteBuffer, status: HTTPResponse.Status = .ok) {
        self.status = status
        self.fields = fields
        self.body = body
        head = ByteBuffer(status: status, fields: fields)
    }

    /// Creates a 304 from header fields without a length.
    init(notModified fields: HTTPFields) {
        status = .notModified
        head = ByteBuffer(status: .notModified, fields: fields)
        body = nil
        var fields = fields
        fields.append(HTTPField(name: .contentLength, value: "0"))
        self.fields = fields
    }

    /// The memory that the answer occupies. A buffer may be larger than its contents.
    var byteCount: Int { (body?.storageCapacity ?? 0) + head.storageCapacity + Self.fieldBytes }

    /// The response for the router.
    var response: Response {
        if let body { return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: body)) }
        var response = Response(status: status, headers: fields)
        // Response adds a length if there is none, and a length of 0 would be wrong for a 304.
        response.headers.removeLast()
        return response
    }

    /// The memory of a few short header fields.
    private static let fieldBytes = 512
}

extension ByteBuffer {
    /// Encodes a status line and header fields, as NIO does.
    fileprivate init(status: HTTPResponse.Status, fields: HTTPFields) {
        self.init(string: "HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n")
        writeFields(fields)
    }

    mutating func writeFields(_ fields: HTTPFields) {
        for field in fields { writeString("\(field.name.rawName): \(field.value)\r\n") }
    }
}
