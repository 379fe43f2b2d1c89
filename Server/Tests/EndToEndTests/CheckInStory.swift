import Foundation
import Testing
import ToolTesting

/// Check-ins of real clients at a real server.
@Suite(.blocking, .timeLimit(.minutes(5))) struct CheckInStory {
    @Test func `an installation counts once, at its newest version, until a policy turns check-ins off`() async throws {
        let server = try Backend()
        try server.publish(Author.badVersion)
        let phone = try server.device()
        phone.checksIn = true
        try await phone.launch("2.2.0 (300)")
        #expect(phone.events.filter { $0 != "blocked" } == ["checkedIn"])
        #expect(try server.installations(seenBy: [phone]) == ["ios,2.2.0,300,appstore,18.0,JP,1"])

        // Nothing more on the same day, until the app is updated.
        try await phone.comeBack(after: 3_600)
        try await phone.launch()
        #expect(!phone.events.contains("checkedIn"))
        try await phone.tell("store opened")
        try await phone.launch("2.2.1 (310)")
        #expect(phone.events == ["updated", "checkedIn"])
        let other = try server.device()
        other.checksIn = true
        try await other.launch("2.2.1 (310)")
        #expect(try server.installations(seenBy: [phone]) == ["ios,2.2.1,310,appstore,18.0,JP,2"])

        let silent = try server.device()
        try await silent.launch("2.2.1 (310)")
        #expect(!silent.events.contains("checkedIn"))
        try server.publish(Author.policy("").dropLast() + #", "checkIns": "off"}"#)
        let late = try server.device()
        late.checksIn = true
        try await late.launch("2.2.1 (310)")
        try await phone.launch("2.2.1 (311)")
        #expect(phone.events == ["updated"])
        #expect(late.events.isEmpty)
        #expect(try server.installations() == ["ios,2.2.1,310,appstore,18.0,JP,2"])
        server.stop()
    }
}
