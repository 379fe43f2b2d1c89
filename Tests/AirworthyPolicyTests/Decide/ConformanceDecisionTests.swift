import Testing

@Suite struct ConformanceDecisionTests {
    @Test(arguments: ConformanceDecision.all)
    func `The engine decides as each conformance case expects`(_ conformance: ConformanceDecision) throws {
        try conformance.check()
    }

    @Test func `There are conformance cases, and their names are unique`() {
        let names = ConformanceDecision.all.map(\.name)
        #expect(names.count >= 150)
        #expect(Set(names).count == names.count)
    }
}
