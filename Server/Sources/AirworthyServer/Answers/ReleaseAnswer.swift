package import AirworthyPolicy
package import AppStoreConnect
package import Foundation

/// A release as all routes tell it, with the same names everywhere. What is not known or not public is `null`.
package struct ReleaseAnswer: Sendable {
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

    /// Makes an answer that knows no more than which release it is.
    package init(platform: Platform, channel: Channel, version: AppVersion, build: BuildNumber?) {
        self.platform = platform
        self.channel = channel
        self.version = version
        self.build = build
    }

    /// Makes an answer of a build on TestFlight.
    /// - Parameters:
    ///   - build: The build.
    ///   - channel: The channel that was asked for.
    ///   - facts: How much of it may be shown.
    ///   - language: The reader's language.
    ///   - now: The clock.
    package init(
        _ build: TestFlightBuild, channel: Channel, _ facts: TestFlightFacts, language: String?, at now: Date
    ) {
        self.init(platform: build.platform, channel: channel, version: build.version, build: build.number)
        add(build, facts, language: language, at: now)
        url = testFlightURL
    }

    /// Adds what only TestFlight knows.
    package mutating func add(
        _ build: TestFlightBuild, _ facts: TestFlightFacts, language: String?, at now: Date
    ) {
        notes = facts.notes(of: build, language: language)
        uploadedAt = build.uploadedAt
        expiresAt = build.expiresAt
        minimumOS = build.minimumOS ?? minimumOS
        audienceType = build.audienceType
        availableTo = build.audiences(at: now)
        groups = facts.groups(of: build)
        testFlightURL = facts.link(to: build)
    }

    /// The members, in the order people read them.
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
