import AirworthyPolicy
import Foundation
import ReleaseCatalog

/// The JSON of a release, with the same names on all routes. Unknown and private values are `null`.
struct ReleasePayload: Sendable {
    var platform: Platform
    var channel: Channel
    var version: AppVersion
    var build: BuildNumber?
    var notes: String?
    var uploadedAt: Date?
    var publishedAt: Date?
    var expiresAt: Date?
    var minimumOS: AppVersion?
    var audienceType: String?
    var availableTo: [Channel.Audience]?
    var groups: JSONValue = .null
    var testFlightURL: String?
    var url: String?
}

extension ReleasePayload {
    /// Creates the payload of a TestFlight build for a channel, with what the caller may see, in the user's language.
    init(
        _ build: TestFlightBuild, channel: Channel, visibility: TestFlightVisibility, language: String?, at now: Date
    ) {
        self.init(platform: build.platform, channel: channel, version: build.version, build: build.number)
        addTestFlightData(of: build, visibility: visibility, language: language, at: now)
        url = testFlightURL
    }

    /// Sets the values that only App Store Connect has.
    mutating func addTestFlightData(
        of build: TestFlightBuild, visibility: TestFlightVisibility, language: String?, at now: Date
    ) {
        notes = visibility.notes(of: build, language: language)
        uploadedAt = build.uploadedAt
        expiresAt = build.expiresAt
        minimumOS = build.minimumOS ?? minimumOS
        audienceType = build.audienceType
        availableTo = build.audiences(at: now)
        groups = visibility.groups(of: build)
        testFlightURL = visibility.link(to: build)
    }

    /// The JSON members, most important first.
    var members: JSONObject {
        [
            "version": .string(version.description), "buildNumber": .of(build?.description), "releaseNotes": .of(notes),
            "uploadedAt": .of(uploadedAt), "publishedAt": .of(publishedAt), "expiresAt": .of(expiresAt),
            "minimumOS": .of(minimumOS?.description), "audienceType": .of(audienceType),
            "availableTo": availableTo.map { .of($0.map(\.rawValue)) } ?? .null, "groups": groups,
            "testFlightURL": .of(testFlightURL), "channel": .string(channel.description),
            "platform": .string(platform.description), "url": .of(url),
        ]
    }
}
