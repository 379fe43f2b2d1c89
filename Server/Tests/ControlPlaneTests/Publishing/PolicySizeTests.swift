import AirworthyPolicy
import ControlPlaneTesting
import Testing

@testable import ControlPlane

@Suite(.timeLimit(.minutes(5))) struct PolicySizeTests {
    @Test(arguments: [
        #"{"a":1}"#, #" { "a" : [ 1 , 2.50 , -3e9 ] , "b c" : null } "#, #"{"quoted \" and \\ back": "a\/b\n"}"#,
        #"{"é": "日本", "x": "\ud83d\ude00 \u0041"}"#, "[]", "\"a  b\"",
    ])
    func `the estimate is never above the size as it is signed`(_ text: String) throws {
        let signed = try JSONReader.read(text).jsonValue.jsonBytes().count
        #expect(PolicySize.smallest(of: Array(text.utf8)) <= signed)
    }

    @Test func `the estimate of text without blanks and escapes is its size`() {
        for text in [#"{"a":[1,2,"b c"]}"#, "[]", "\"日本\"", "", "\"open"] {
            #expect(PolicySize.smallest(of: Array(text.utf8)) == text.utf8.count)
        }
    }

    @Test func `text that could never be signed is refused before it is read`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let rules = Array(repeating: #"{"x":1}"#, count: 100_000).joined(separator: ",")
        for text in [#"{"schema": 1, "rules": [\#(rules)]}"#, "[" + String(repeating: "1,", count: 200_000)] {
            for call in [
                { _ = try await server.publish(Array(text.utf8)) },
                { _ = try await server.plane.publishing.preflight(Array(text.utf8), for: "hashtags") },
            ] as [@Sendable () async throws -> Void] {
                let error = await #expect(throws: ControlPlaneError.self) { try await call() }
                #expect(error?.kind == .tooLarge && error?.findings.isEmpty == true)
            }
        }
    }

    @Test func `blanks do not count, because they are not signed`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let text = Samples.policy() + [UInt8](repeating: UInt8(ascii: " "), count: 500_000)
        #expect(try await server.plane.publishing.preflight(text, for: "hashtags").size < 2_000)
        #expect(try await server.publish(text).isNew)
    }

    @Test func `a policy that is too large is refused and not checked, even if it has errors`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let filler = String(repeating: "x", count: 190_000)
        let bad = Samples.policy(
            more: ##", "meta": {"a": "\##(filler)"}, "withdrawn": ">=2 <1""##)
        let error = await #expect(throws: ControlPlaneError.self) { try await server.publish(bad) }
        #expect(error?.kind == .tooLarge)
    }

    @Test func `a cancelled preflight returns no findings`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await server.plane.publishing.preflight(Samples.policy(), for: "hashtags")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
