import ControlPlane
import HTTPTypes
import NIOCore
import Synchronization

/// The prepared answers of the manifest route: the bytes and headers of an envelope, built once per head.
final class ManifestResponse: Sendable {
    /// The envelope in one content encoding.
    private struct Form {
        let tag: String
        /// The entity tag as in the headers.
        let quotedTag: String
        let envelope: PreparedAnswer
        let notModified: PreparedAnswer

        init(_ bytes: [UInt8], tag: String, encoding: String?, caching: CacheControl) {
            self.tag = tag
            quotedTag = "\"\(tag)\""
            let shared: HTTPFields = [
                .cacheControl: caching.rawValue, .vary: "Accept-Encoding", .eTag: quotedTag,
            ]
            var fields = shared
            fields[.contentType] = "application/json"
            if let encoding { fields[.contentEncoding] = encoding }
            fields[.contentLength] = String(bytes.count)
            envelope = PreparedAnswer(fields: fields, body: ByteBuffer(bytes: bytes))
            notModified = PreparedAnswer(notModified: shared)
        }
    }

    /// The head of the envelope.
    fileprivate let head: LoadedHead
    private let plain: Form
    private let gzip: Form?

    /// Creates the answers of a head.
    init(_ head: LoadedHead, caching: CacheControl) {
        self.head = head
        plain = Form(head.envelope, tag: head.digest, encoding: nil, caching: caching)
        gzip = head.compressed.map { Form($0, tag: head.digest + "-gz", encoding: "gzip", caching: caching) }
    }

    /// Returns the answer to a request: the envelope, or 304 if the caller has it.
    /// - Parameters:
    ///   - acceptEncoding: The value of `Accept-Encoding`.
    ///   - ifNoneMatch: The value of `If-None-Match`.
    /// - Returns: The answer.
    func answer(acceptEncoding: String?, ifNoneMatch: String?) -> PreparedAnswer {
        let acceptsGzip = gzip != nil && AcceptEncoding.allowsGzip(acceptEncoding)
        let form = acceptsGzip ? gzip ?? plain : plain
        return formOfCaller(ifNoneMatch, preferring: form)?.notModified ?? form.envelope
    }

    /// Returns the form named in `If-None-Match`. Both have the same contents, so either one is up to date.
    private func formOfCaller(_ value: String?, preferring form: Form) -> Form? {
        guard let value else { return nil }
        // The common case: a client repeats the tag of its previous response.
        if value == form.quotedTag { return form }
        guard let tags = EntityTags(value) else { return nil }
        return [form, plain, gzip].lazy.compactMap(\.self).first { tags.containsWeakly($0.tag) }
    }
}

/// The prepared answers of the heads in force, one per app.
final class ManifestResponseCache: Sendable {
    private let responses: Mutex<[String: ManifestResponse]> = Mutex([:])

    /// Returns the prepared answers of a head.
    /// - Parameters:
    ///   - head: The head in force.
    ///   - app: The slug of the app.
    ///   - caching: The value of `Cache-Control`.
    /// - Returns: The answers, prepared on the first call for a head.
    func responses(for head: LoadedHead, app: String, caching: CacheControl) -> ManifestResponse {
        if let known = responses.withLock({ $0[app] }), known.head === head { return known }
        let response = ManifestResponse(head, caching: caching)
        responses.withLock { $0[app] = response }
        return response
    }

    func forget(_ app: String) { responses.withLock { $0[app] = nil } }
}
