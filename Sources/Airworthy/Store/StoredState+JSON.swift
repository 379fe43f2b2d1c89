package import AirworthyPolicy
import AirworthyTrust
import Foundation

extension StoredState {
    /// The version of the format, 1.
    static let currentSchema = 1

    /// The state as JSON, always the same text for the same state.
    package var jsonValue: JSONValue {
        var object: JSONObject = ["schema": .number(JSONNumber(Self.currentSchema))]
        object["installID"] = .string(installID)
        object["hasAcceptedSigned"] = hasAcceptedSigned ? true : nil
        object["trust"] = trust.jsonValue
        object["documents"] = .object(
            JSONObject(
                documents.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: $0.value.jsonValue) }))
        object["facts"] = facts?.jsonValue
        object["storefront"] = storefront.map { .string($0.code) }
        object["history"] = history.jsonValue
        object["correction"] = correction == 0 ? nil : JSONNumber(correction).map(JSONValue.number)
        object["channels"] = .array(channels.map(\.jsonValue))
        object["barredUntil"] = barredUntil.map { .string(Timestamp.format($0)) }
        return .object(object)
    }

    /// Reads a state. Unknown members are ignored, parts that cannot be read are left out.
    ///
    /// `nil` if it is none, or of a version that nobody here can read.
    package init?(_ json: JSONValue) {
        guard let schema = json["schema"]?.intValue, schema == Self.currentSchema,
            let installID = json["installID"]?.stringValue, !installID.isEmpty
        else { return nil }
        self.init(installID: installID)
        hasAcceptedSigned = json["hasAcceptedSigned"]?.boolValue ?? false
        trust = json["trust"].flatMap { TrustState(json: $0.jsonBytes()) } ?? TrustState()
        for member in (json["documents"]?.objectValue?.members ?? []).prefix(Self.maximumDocuments) {
            documents[member.key] = Document(member.value)
        }
        facts = json["facts"].flatMap(FactsMemory.init)
        storefront = json["storefront"]?.stringValue.flatMap(Storefront.init)
        history = json["history"].map { PromptHistory($0) } ?? PromptHistory()
        correction = json["correction"]?.numberValue?.doubleValue ?? 0
        channels = (json["channels"]?.arrayValue ?? []).compactMap(BuildChannel.init).suffix(Self.maximumChannels)
        barredUntil = json["barredUntil"].date
    }
}

extension StoredState.Document {
    fileprivate var jsonValue: JSONValue {
        // Every document is UTF-8, so the text holds the bytes and costs less than base64 on top of base64.
        var object: JSONObject = ["text": .string(String(decoding: bytes, as: UTF8.self)), "url": .string(url)]
        object["tag"] = tag.map(JSONValue.string)
        object["storedAt"] = .string(Timestamp.format(storedAt))
        object["confirmedAt"] = .string(Timestamp.format(confirmedAt))
        object["digest"] = .string(digest)
        return .object(object)
    }

    fileprivate init?(_ json: JSONValue) {
        guard let text = json["text"]?.stringValue, let url = json["url"]?.stringValue,
            let storedAt = json["storedAt"].date, let confirmedAt = json["confirmedAt"].date,
            let digest = json["digest"]?.stringValue
        else { return nil }
        self.init(
            bytes: Array(text.utf8), url: url, tag: json["tag"]?.stringValue, storedAt: storedAt,
            confirmedAt: confirmedAt, digest: digest)
    }
}

extension StoredState.BuildChannel {
    fileprivate var jsonValue: JSONValue {
        ["version": .string(version), "build": .string(build), "channel": .string(channel.description)]
    }

    fileprivate init?(_ json: JSONValue) {
        guard let version = json["version"]?.stringValue, let build = json["build"]?.stringValue,
            let channel = json["channel"]?.stringValue
        else { return nil }
        self.init(version: version, build: build, channel: Channel(channel))
    }
}

extension JSONValue? {
    /// An instant, if this is one.
    var date: Date? { self?.stringValue.flatMap(Timestamp.parse) }
}
