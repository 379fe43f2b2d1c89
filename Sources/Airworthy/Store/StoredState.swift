package import AirworthyPolicy
package import AirworthyTrust
package import Foundation

/// The state of the client for one app, kept between launches. It never leaves the device.
package struct StoredState: Hashable, Sendable {
    /// A policy document as it was received.
    package struct Document: Hashable, Sendable {
        /// The exact bytes.
        package var bytes: [UInt8]
        /// The address of the document. An answer from another address does not confirm it.
        package var url: String
        /// The entity tag.
        package var tag: String?
        /// The time this content was first stored, by the corrected clock.
        package var storedAt: Date
        /// The time the source last confirmed it, by the corrected clock.
        package var confirmedAt: Date
        /// The SHA-256 of the content, 64 hexadecimal digits. Another digest begins a new lifetime.
        package var digest: String

        package init(
            bytes: [UInt8], url: String, tag: String? = nil, storedAt: Date, confirmedAt: Date, digest: String
        ) {
            self.bytes = bytes
            self.url = url
            self.tag = tag
            self.storedAt = storedAt
            self.confirmedAt = confirmedAt
            self.digest = digest
        }
    }

    /// The channel of a build.
    package struct BuildChannel: Hashable, Sendable {
        package var version: String
        package var build: String
        package var channel: Channel
    }

    /// The random id that determines rollout buckets. Created once, never sent.
    package var installID: String
    /// Whether the client has ever accepted a signed manifest. From then on unsigned rules cannot block.
    package var hasAcceptedSigned = false
    /// The state that keeps older manifests out.
    package var trust = TrustState()
    /// The last good policy document of each source.
    package var documents: [String: Document] = [:]
    /// The App Store's last answer.
    package var lookup: StoredLookup?
    /// The last known storefront of the account.
    package var storefront: Storefront?
    /// The prompts shown and their answers.
    package var history = PromptHistory()
    /// The seconds to add to the device's clock.
    package var correction: TimeInterval = 0
    /// The channels of the last builds, the newest last.
    package var channels: [BuildChannel] = []
    /// The time before which a server refuses requests, by the device's clock.
    package var barredUntil: Date?
    /// The libraries whose answers were imported.
    package var importedLibraries: [String] = []
    /// The build before the last update, until the user has seen the notes.
    package var updatedFrom: InstalledBuild?
    /// The client's memory of its check-ins.
    package var checkIn = CheckInRecord()

    private static let currentSchema = 1
    private static let maximumChannels = 4
    private static let maximumDocuments = 4

    /// Creates the state of a new installation.
    package init(installID: String) { self.installID = installID }

    /// Stores a document and drops those of other sources than the given ones.
    mutating func keep(_ document: Document, for key: String, among keys: [String]) {
        documents[key] = document
        documents = documents.filter { keys.contains($0.key) }
    }

    /// Stores the channel of a build.
    package mutating func keep(_ channel: Channel, version: String, build: String) {
        channels.removeAll { $0.version == version && $0.build == build }
        channels.append(BuildChannel(version: version, build: build, channel: channel))
        channels = channels.suffix(Self.maximumChannels)
    }

    /// Returns the channel of a build, if stored.
    package func channel(version: String, build: String) -> Channel? {
        channels.last { $0.version == version && $0.build == build }?.channel
    }
}

extension StoredState {
    /// The state as JSON. Equal states have equal text.
    package var jsonValue: JSONValue {
        var object: JSONObject = ["schema": .number(JSONNumber(Self.currentSchema))]
        object["installID"] = .string(installID)
        object["hasAcceptedSigned"] = hasAcceptedSigned ? true : nil
        object["trust"] = trust.jsonValue
        object["documents"] = .object(
            JSONObject(
                documents.sorted { $0.key < $1.key }.map { JSONObject.Member(key: $0.key, value: $0.value.jsonValue) }))
        object["facts"] = lookup?.jsonValue
        object["storefront"] = storefront.map { .string($0.code) }
        object["history"] = history.jsonValue
        object["correction"] = correction == 0 ? nil : JSONNumber(correction).map(JSONValue.number)
        object["channels"] = .array(channels.map(\.jsonValue))
        object["barredUntil"] = barredUntil.map { .string(Timestamp.format($0)) }
        object["imported"] = importedLibraries.isEmpty ? nil : .array(importedLibraries.map(JSONValue.string))
        object["updatedFrom"] = updatedFrom.map(\.jsonValue)
        if checkIn != CheckInRecord() { object["checkIn"] = checkIn.jsonValue }
        return .object(object)
    }

    /// Reads a state. Unknown members and unreadable parts are ignored. `nil` if it is not a state of this version.
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
        lookup = json["facts"].flatMap(StoredLookup.init)
        storefront = json["storefront"]?.stringValue.flatMap(Storefront.init)
        history = json["history"].map { PromptHistory($0) } ?? PromptHistory()
        correction = json["correction"]?.numberValue?.doubleValue ?? 0
        channels = (json["channels"]?.arrayValue ?? []).compactMap(BuildChannel.init).suffix(Self.maximumChannels)
        barredUntil = json["barredUntil"].date
        updatedFrom = InstalledBuild(json["updatedFrom"])
        checkIn = json["checkIn"].map { CheckInRecord($0) } ?? CheckInRecord()
        importedLibraries = (json["imported"]?.arrayValue ?? []).prefix(8).compactMap(\.stringValue)
    }
}

extension StoredState.Document {
    fileprivate var jsonValue: JSONValue {
        // Documents are UTF-8. Text is shorter than base64, because a manifest contains base64 already.
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
    /// The instant, if the value is one.
    var date: Date? { self?.stringValue.flatMap(Timestamp.parse) }
}
