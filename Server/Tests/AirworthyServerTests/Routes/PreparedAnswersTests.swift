import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import NIOCore
import ReleaseCatalog
import Testing

@testable import AirworthyServer

@Suite struct PreparedAnswersTests {
    @Test func `the same question about the same facts is answered once a second`() async throws {
        let api = try await API(publishes: false)
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
        let answers = PreparedAnswers()
        var made = 0
        func ask(_ query: String? = nil) throws {
            let served = try api.plane.served.app("hashtags")
            let question = PreparedAnswers.Question("latest", "hashtags", query: query)
            _ = answers.body(question, served, at: api.clock.now) { () -> JSONValue in
                made += 1
                return [:]
            }
        }
        for _ in 1...5 { try ask() }
        #expect(made == 1)
        try ask("platform=ios")
        #expect(made == 2)
        api.clock.advance(by: 1)
        try ask()
        #expect(made == 3)
        // A clock that was set back makes nothing last for ever.
        api.clock.advance(by: -3_600)
        try ask()
        #expect(made == 4)
        // New facts, or only a new age.
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
        try ask()
        #expect(made == 5)
        // Nobody asks this twice.
        for _ in 1...3 { try ask(String(repeating: "x", count: 300)) }
        #expect(made == 8)
    }

    @Test func `what is kept is bounded`() async throws {
        let api = try await API(publishes: false)
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
        let (answers, served) = (PreparedAnswers(), try api.plane.served.app("hashtags"))
        for number in 0..<(PreparedAnswers.capacity * 2 + 5) {
            let question = PreparedAnswers.Question("latest", "hashtags", query: "x=\(number)")
            _ = answers.body(question, served, at: api.clock.now) { () -> JSONValue in [:] }
            #expect(answers.count <= PreparedAnswers.capacity)
        }
    }
}
