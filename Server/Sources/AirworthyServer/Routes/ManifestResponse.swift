import AirworthyPolicy
import AirworthyTrust
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

    fileprivate let head: LoadedHead
    private let plain: Form
    private let gzip: Form?

    init(_ head: LoadedHead, caching: CacheControl) {
        self.head = head
        plain = Form(head.envelope, tag: head.digest, encoding: nil, caching: caching)
        gzip = head.compressed.map { Form($0, tag: head.digest + "-gz", encoding: "gzip", caching: caching) }
    }

    /// Returns the envelope, or 304 if the caller has it. The parameters are the values of the header fields.
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

    /// Returns the answers of the head in force, prepared on the first call for a head.
    func responses(for head: LoadedHead, app: String, caching: CacheControl) -> ManifestResponse {
        if let known = responses.withLock({ $0[app] }), known.head === head { return known }
        let response = ManifestResponse(head, caching: caching)
        responses.withLock { $0[app] = response }
        return response
    }

    func forget(_ app: String) { responses.withLock { $0[app] = nil } }
}

/// The public keys of apps, for callers that verify manifests themselves. The result is cached per app.
final class PublishedKeys: Sendable {
    private struct Entry: Sendable {
        let app: App
        let digest: String?
        let answer: PreparedAnswer
    }

    private let entries = Mutex<[String: Entry]>([:])

    func answer(of served: ServedApp, caching: CacheControl) -> PreparedAnswer {
        let (app, head) = (served.app, served.liveHead)
        if let known = entries.withLock({ $0[app.slug] }), known.digest == head?.digest, known.app == app {
            return known.answer
        }
        let answer = PreparedAnswer(json: Self.jsonValue(of: app, head: head).jsonBytes(), caching: caching)
        entries.withLock { $0[app.slug] = Entry(app: app, digest: head?.digest, answer: answer) }
        return answer
    }

    func forget(_ app: String) { entries.withLock { $0[app] = nil } }

    static func jsonValue(of app: App, head: LoadedHead?) -> JSONValue {
        let envelope = head.flatMap { try? SignedManifest(json: $0.envelope).keyring }
        let keyring = envelope.flatMap { try? Keyring.verify($0, pins: app.trustPins) }
        let online = keyring?.keys ?? app.pins.filter { $0.role == .online }.map(\.key)
        return [
            "app": .string(app.slug), "audience": .string(app.audience), "lineage": .string(app.lineage),
            "signing": .string(app.signing.rawValue), "keys": .array(app.pins.map(\.jsonValue)),
            "keyring": keyring == nil ? .null : envelope?.jsonValue ?? .null,
            "onlineKeys": .array(online.map { ["id": .string($0.id), "key": .string($0.base64)] }),
            "epoch": .of(keyring?.epoch ?? 0),
        ]
    }
}

extension PinnedKey {
    var jsonValue: JSONValue {
        ["id": .string(key.id), "role": .string(role.rawValue), "key": .string(key.base64)]
    }
}
