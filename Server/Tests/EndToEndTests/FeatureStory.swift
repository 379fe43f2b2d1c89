import Testing
import ToolTesting

/// A feature that only developers and testers see.
@Suite(.blocking, .timeLimit(.minutes(5))) struct FeatureStory {
    private static func policy(isForAll: Bool) -> String {
        Author.policy(
            "",
            features: """
                {"new-editor": {"default": \(isForAll), "rules": [
                   {"when": {"channel": ["debug", "testflight"]}, "value": true}]}}
                """)
    }

    private static let channels = [
        "debug": true, "testflight.internal": true, "testflight": true, "appstore": false, "adhoc": false,
        "unknown": false,
    ]

    @Test func `a feature for developers and testers is off for the public until released`() async throws {
        let author = try Author()
        let world = try World()
        world.files.put(try author.sign(Self.policy(isForAll: false), revision: 1), at: "/manifest.json")
        var phones: [Device] = []
        for (channel, isDeveloper) in Self.channels {
            let phone = try world.device(author.manifestSetup)
            phones.append(phone)
            phone.channel = channel
            try await phone.launch("2.3.0 (320)")
            #expect(phone.has("new-editor") == isDeveloper, "\(channel)")
            // Offline the stored policy applies.
            phone.hosts = [:]
            try await phone.launch()
            #expect(phone.has("new-editor") == isDeveloper, "\(channel), offline")
        }

        world.files.put(try author.sign(Self.policy(isForAll: true), revision: 2), at: "/manifest.json")
        for phone in phones {
            phone.hosts = world.hosts
            try await phone.launch()
            #expect(phone.has("new-editor") == true, "\(phone.channel)")
        }
    }
}
