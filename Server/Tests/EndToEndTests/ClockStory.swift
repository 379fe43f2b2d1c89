import Foundation
import Testing
import ToolTesting

/// A device with a wrong clock.
@Suite(.blocking, .timeLimit(.minutes(5))) struct ClockStory {
    private static let year: TimeInterval = 365 * 86_400

    private static let policy = Author.policy(
        """
        {"id": "bad", "when": {"version": "2.2.0"}, "update": "required"},
        {"id": "soon", "when": {"version": "2.1.0"}, "update": "required", "deadline": "\(deadline)"}
        """)
    private static let deadline = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: 7 * 86_400))

    @Test(arguments: [year, -year])
    func `a wrong clock does not matter with a server, and the correction is stored`(
        _ error: TimeInterval
    ) async throws {
        let server = try Backend()
        try server.publish(Self.policy)
        let phone = try server.device()
        phone.clockError = error
        try await phone.launch("2.2.0 (300)")
        #expect(phone.screen.shows == "gate")
        #expect(phone.decision.softened == nil)
        server.stop()
        try await phone.launch()
        #expect(phone.firstScreen.shows == "gate")

        // The deadline stays where it is.
        try await phone.launch("2.1.0 (290)")
        #expect(phone.decision.status == "recommended")
        #expect(phone.decision.deadline == Self.deadline)

        // The manifest expires after a month, by the corrected clock.
        try await phone.launch("2.2.0 (300)")
        try await phone.tell("advance \(31 * 86_400)")
        try await phone.tell("wait status recommended")
        #expect(phone.decision.softened == "expired")
    }

    @Test func `a clock set wrong offline never makes a decision stricter`() async throws {
        let server = try Backend()
        try server.publish(Self.policy)
        let phone = try server.device()
        try await phone.launch("2.2.0 (300)")
        #expect(phone.screen.shows == "gate")
        server.stop()

        phone.clockError = 8 * 86_400
        try await phone.launch("2.1.0 (290)")
        #expect(phone.decision.status == "recommended")
        #expect(phone.decision.reason == "unconfirmedDeadline", "no source confirmed the manifest after the deadline")
        phone.clockError = Self.year
        try await phone.launch("2.2.0 (300)")
        #expect(phone.screen.shows == "prompt")
        #expect(phone.decision.softened == "expired")

        phone.clockError = -Self.year
        try await phone.launch("2.2.0 (300)")
        #expect(phone.screen.shows == "gate", "the decision time is not before the manifest was issued")
        try await phone.launch("2.1.0 (290)")
        #expect(phone.decision.status == "recommended")
    }
}
