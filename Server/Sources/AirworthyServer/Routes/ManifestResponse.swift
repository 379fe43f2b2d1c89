import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The prepared responses of the manifest route: the bytes and headers of an envelope, built once per head.
final class ManifestResponse: Sendable {
    /// The envelope in one content encoding.
    private struct Form {
        let tag: String
        /// The entity tag as in the headers.
        let quotedTag: String
        let body: ByteBuffer
        let fields: HTTPFields
        /// The headers of a 304, followed by a length that ``response(to:)`` removes.
        let fieldsOfNotModified: HTTPFields

        init(_ bytes: [UInt8], tag: String, encoding: String?) {
            self.tag = tag
            quotedTag = "\"\(tag)\""
            body = ByteBuffer(bytes: bytes)
            let shared: HTTPFields = [
                .cacheControl: CacheControl.manifest.rawValue, .vary: "Accept-Encoding", .eTag: quotedTag,
            ]
            var fields = shared
            fields[.contentType] = "application/json"
            if let encoding { fields[.contentEncoding] = encoding }
            fields[.contentLength] = String(bytes.count)
            self.fields = fields
            var notModified = shared
            notModified[.contentLength] = "0"
            fieldsOfNotModified = notModified
        }
    }

    /// The head of the envelope.
    fileprivate let head: LoadedHead
    private let plain: Form
    private let gzip: Form?

    /// Creates the responses of a head.
    init(_ head: LoadedHead) {
        self.head = head
        plain = Form(head.envelope, tag: head.digest, encoding: nil)
        gzip = head.compressed.map { Form($0, tag: head.digest + "-gz", encoding: "gzip") }
    }

    /// Returns the response to a request: the envelope, or 304 if the caller has it.
    func response(to request: Request) -> Response {
        let acceptsGzip = gzip != nil && AcceptEncoding.allowsGzip(request.headers.value(of: .acceptEncoding))
        let form = acceptsGzip ? gzip ?? plain : plain
        guard let known = formOfCaller(request, preferring: form) else {
            return Response(status: .ok, headers: form.fields, body: ResponseBody(byteBuffer: form.body))
        }
        var response = Response(status: .notModified, headers: known.fieldsOfNotModified)
        // Response adds a length if there is none, and a length of 0 would be wrong for a 304.
        response.headers.removeLast()
        return response
    }

    /// Returns the form named in `If-None-Match`. Both have the same contents, so either one is up to date.
    private func formOfCaller(_ request: Request, preferring form: Form) -> Form? {
        guard let value = request.headers.value(of: .ifNoneMatch) else { return nil }
        // The common case: a client repeats the tag of its previous response.
        if value == form.quotedTag { return form }
        guard let tags = EntityTags(value) else { return nil }
        return [form, plain, gzip].lazy.compactMap(\.self).first { tags.containsWeakly($0.tag) }
    }
}

/// The prepared responses of the heads in force, one per app.
final class ManifestResponseCache: Sendable {
    private let responses: Mutex<[String: ManifestResponse]> = Mutex([:])

    /// Returns the prepared responses of a head.
    /// - Parameters:
    ///   - head: The head in force.
    ///   - app: The slug of the app.
    /// - Returns: The responses, prepared on the first call for a head.
    func responses(for head: LoadedHead, app: String) -> ManifestResponse {
        if let known = responses.withLock({ $0[app] }), known.head === head { return known }
        let response = ManifestResponse(head)
        responses.withLock { $0[app] = response }
        return response
    }
}
