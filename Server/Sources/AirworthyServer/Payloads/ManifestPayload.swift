package import ControlPlane
import HTTPTypes
package import Hummingbird
import NIOCore

/// The manifest in force as it is sent: bytes from memory, in the form the caller takes, or a 304.
package struct ManifestPayload: Sendable {
    private let head: LoadedHead

    /// - Parameter head: The head in force.
    package init(_ head: LoadedHead) { self.head = head }

    /// The answer to a request.
    package func response(to request: Request) -> Response {
        let gzip = head.compressed.flatMap { bytes in
            AcceptEncoding.allowsGzip(request.headers[.acceptEncoding]) ? bytes : nil
        }
        var fields = HTTPFields()
        fields.reserveCapacity(8)
        fields.append(HTTPField(name: .cacheControl, value: Caching.manifest.rawValue))
        fields.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        if let tag = tagTheCallerHas(request, isGzip: gzip != nil) {
            fields.append(HTTPField(name: .eTag, value: "\"\(tag)\""))
            return .empty(.notModified, headers: fields)
        }
        fields.append(HTTPField(name: .eTag, value: "\"\(gzip == nil ? head.digest : zippedTag)\""))
        fields.append(HTTPField(name: .contentType, value: "application/json"))
        if gzip != nil { fields.append(HTTPField(name: .contentEncoding, value: "gzip")) }
        let bytes = gzip ?? head.envelope
        fields.append(HTTPField(name: .contentLength, value: String(bytes.count)))
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private var zippedTag: String { head.digest + "-gz" }

    /// The tag to repeat in a 304. Both forms say the same, so either is enough; the one that would be sent goes first.
    private func tagTheCallerHas(_ request: Request, isGzip: Bool) -> String? {
        guard let tags = request.headers[.ifNoneMatch].flatMap(EntityTags.init) else { return nil }
        let forms = isGzip ? [zippedTag, head.digest] : [head.digest, zippedTag]
        return forms.first(where: tags.containsWeakly)
    }
}
