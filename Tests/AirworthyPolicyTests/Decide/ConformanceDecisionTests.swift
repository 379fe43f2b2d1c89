import Testing

@Suite struct ConformanceDecisionTests {
    @Test(arguments: ConformanceDecision.all)
    func `The engine decides as the conformance cases say`(_ conformance: ConformanceDecision) throws {
        try conformance.check()
    }

    @Test func `There are cases, and each has a name of its own`() {
        let names = ConformanceDecision.all.map(\.name)
        #expect(names.count >= 150)
        #expect(Set(names).count == names.count)
    }
}
