import AirworthyPolicy
import ControlPlane
import Testing

@Suite struct CellBudgetTests {
    private static let cell = AdoptionCell(
        platform: "ios", version: "2.2.0", build: "310", channel: "marketplace:example.com", os: "17.4",
        storefront: "JP")

    private static func budget(knowing version: String) throws -> CellBudget {
        let version = try AppVersion(version)
        return CellBudget(
            KnownVersions(
                catalog: Catalog(releases: [Release(platform: .ios, version: version, offers: [])]), policy: nil))
    }

    @Test(arguments: [
        (known: 0, unknown: 0, facts: ["ios", "2.2.0", "310", "marketplace:example.com", "17.4", "JP"]),
        (19_999, 500, ["ios", "2.2.0", "310", "marketplace:example.com", "17.4", "JP"]),
        (20_000, 0, ["ios", "2.2.0", "310", "marketplace:example.com", "17.4", ""]),
        (20_500, 0, ["ios", "2.2.0", "310", "marketplace:example.com", "", ""]),
        (21_000, 0, ["ios", "2.2.0", "", "marketplace", "", ""]),
        (21_500, 0, ["ios", "", "", "unknown", "", ""]),
    ])
    func `a cell of a known version loses a fact at a time`(known: Int, unknown: Int, facts: [String]) throws {
        let cell = try Self.budget(knowing: "2.2.0").place(for: Self.cell, among: .init(known: known, unknown: unknown))
        {
            _ in false
        }
        #expect(cell.facts == facts)
    }

    @Test(arguments: [
        (known: 21_500, unknown: 249, facts: ["ios", "2.2.0", "310", "marketplace:example.com", "17.4", "JP"]),
        (0, 250, ["ios", "2.2.0", "310", "marketplace:example.com", "17.4", ""]),
        (0, 350, ["ios", "2.2.0", "310", "marketplace:example.com", "", ""]),
        (0, 450, ["ios", "2.2.0", "", "marketplace", "", ""]), (0, 500, ["ios", "", "", "unknown", "", ""]),
    ])
    func `a cell of an unknown version has a small budget of its own`(known: Int, unknown: Int, facts: [String]) throws
    {
        let cell = try Self.budget(knowing: "2.3.0").place(for: Self.cell, among: .init(known: known, unknown: unknown))
        {
            _ in false
        }
        #expect(cell.facts == facts)
    }

    @Test func `a cell that is there already needs no room`() throws {
        let budget = try Self.budget(knowing: "2.2.0")
        let full = CellBudget.Size(known: 21_500, unknown: 500)
        #expect(budget.place(for: Self.cell, among: full) { $0 == Self.cell } == Self.cell)
        let without = Self.cell.withoutSystem
        #expect(budget.place(for: Self.cell, among: full) { $0 == without } == without)
    }

    @Test func `when memory is scarce a known version is all that a new cell has`() throws {
        let facts = try Self.budget(knowing: "2.2.0").place(for: Self.cell, among: .init(), isScarce: true) { _ in false
        }
        .facts
        #expect(facts == ["ios", "2.2.0", "", "marketplace", "", ""])
    }
}
