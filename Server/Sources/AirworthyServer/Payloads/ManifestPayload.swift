package import ControlPlane
import HTTPTypes
package import Hummingbird
import NIOCore

/// The manifest in force as it is sent: prepared once for each head, then bytes from memory or a 304.
package final class ManifestPayload: Sendable {
    /// The envelope in one encoding.
    private final class Form: Sendable {
        let tag: String
        /// The entity tag as it stands in fields.
        let quotedTag: String
        let body: ByteBuffer
        let fields: HTTPFields
        /// The fields of a 304, with a length at the end that it must not have.
        let fieldsIfKnown: HTTPFields

        init(_ bytes: [UInt8], tag: String, encoding: String?) {
            self.tag = tag
            quotedTag = "\"\(tag)\""
            body = ByteBuffer(bytes: bytes)
            let shared: HTTPFields = [
                .cacheControl: Caching.manifest.rawValue, .vary: "Accept-Encoding", .eTag: quotedTag,
            ]
            var fields = shared
            fields[.contentType] = "application/json"
            if let encoding { fields[.contentEncoding] = encoding }
            fields[.contentLength] = String(bytes.count)
            self.fields = fields
            var known = shared
            known[.contentLength] = "0"
            fieldsIfKnown = known
        }
    }

    /// The head it was made of.
    let head: LoadedHead
    private let plain: Form
    private let gzip: Form?

    /// - Parameter head: The head in force.
    package init(_ head: LoadedHead) {
        self.head = head
        plain = Form(head.envelope, tag: head.digest, encoding: nil)
        gzip = head.compressed.map { Form($0, tag: head.digest + "-gz", encoding: "gzip") }
    }

    /// The answer to a request.
    package func response(to request: Request) -> Response {
        let form = gzip.flatMap { gzip in
            AcceptEncoding.allowsGzip(request.headers.value(of: .acceptEncoding)) ? gzip : nil
        }
        let wanted = form ?? plain
        guard let known = knownForm(request, wanted) else {
            return Response(status: .ok, headers: wanted.fields, body: ResponseBody(byteBuffer: wanted.body))
        }
        var response = Response(status: .notModified, headers: known.fieldsIfKnown)
        // Given so that none was added in front; a length of 0 would be untrue.
        response.headers.removeLast()
        return response
    }

    /// The form the caller has. Both say the same, so either is enough; the one that would be sent goes first.
    private func knownForm(_ request: Request, _ wanted: Form) -> Form? {
        guard let value = request.headers.value(of: .ifNoneMatch) else { return nil }
        // What a client sends that was answered before.
        if value == wanted.quotedTag { return wanted }
        guard let tags = EntityTags(value) else { return nil }
        return [wanted, plain, gzip].lazy.compactMap(\.self).first { tags.containsWeakly($0.tag) }
    }
}
