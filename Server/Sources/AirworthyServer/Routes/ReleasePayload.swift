package import AirworthyPolicy
package import AppStoreConnect
package import Foundation

/// The JSON of a release, with the same names on all routes. Unknown and private values are `null`.
package struct ReleasePayload: Sendable {
    package var platform: Platform
    package var channel: Channel
    package var version: AppVersion
    package var build: BuildNumber?
    package var notes: String?
    package var uploadedAt: Date?
    package var publishedAt: Date?
    package var expiresAt: Date?
    package var minimumOS: AppVersion?
    package var audienceType: String?
    package var availableTo: [Channel.Audience]?
    package var groups: JSONValue = .null
    package var testFlightURL: String?
    package var url: String?

    /// Creates the payload of a release without further values.
    package init(platform: Platform, channel: Channel, version: AppVersion, build: BuildNumber?) {
        self.platform = platform
        self.channel = channel
        self.version = version
        self.build = build
    }

    /// Creates the payload of a TestFlight build.
    /// - Parameters:
    ///   - build: The build.
    ///   - channel: The requested channel.
    ///   - visibility: The visibility of TestFlight data for the caller.
    ///   - language: The language of the user.
    ///   - now: The current time.
    package init(
        _ build: TestFlightBuild, channel: Channel, visibility: TestFlightVisibility, language: String?, at now: Date
    ) {
        self.init(platform: build.platform, channel: channel, version: build.version, build: build.number)
        addTestFlightData(of: build, visibility: visibility, language: language, at: now)
        url = testFlightURL
    }

    /// Sets the values that only App Store Connect has.
    package mutating func addTestFlightData(
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
    package var members: JSONObject {
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
