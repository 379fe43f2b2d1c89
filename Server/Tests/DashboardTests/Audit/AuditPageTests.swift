import AirworthySupport
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("The page of the audit", .timeLimit(.minutes(5)))
struct AuditPageTests {
    private static let page = "/audit"

    /// Adds entries to the audit of a server, the first of them the oldest.
    private static func add(_ count: Int, to kit: PageKit, detail: String = "detail") async throws {
        let now = kit.now
        try await kit.plane.store.write { transaction in
            for index in 0..<count {
                try transaction.insertAudit(
                    AuditEntry(
                        at: now + Double(index), actor: index % 2 == 0 ? "=anna" : "ben", tokenID: "t\(index % 3)",
                        requestID: "r\(index)", action: "policy.published", app: "hashtags", revision: index,
                        detail: "\(detail) \(index)"))
            }
        }
    }

    @Test("entries come newest first, a page at a time")
    func paging() async throws {
        let kit = try await PageKit()
        try await Self.add(150, to: kit)
        let html = try await kit.html(Self.page)
        #expect(html.contains("detail 149") && html.contains("detail 50") && !html.contains("detail 49 "))
        let link = try #require(html.firstMatch(of: /href="\/audit\?(before=[0-9]+)"/))
        let older = try await kit.html(Self.page, query: String(link.1))
        #expect(older.contains("detail 49") && older.contains("app.created") && older.contains("To the newest"))
        #expect(!older.contains("Older entries"))
    }

    @Test(
        "a search looks at every text of an entry, without case",
        arguments: [
            ("q=DETAIL+7", ["detail 7"]), ("q=anna+r8", ["detail 8"]), ("q=revision+3", ["detail 3"]),
            ("q=nothing", []), ("action=app.", ["app.created"]), ("q=ben&action=app.", []),
        ])
    func search(query: String, found: [String]) async throws {
        let kit = try await PageKit()
        try await Self.add(10, to: kit)
        let html = try await kit.html(Self.page, query: query)
        for text in found { #expect(html.contains(text), "\(text)") }
        #expect(html.contains("No entry matches.") == found.isEmpty)
        #expect(html.matches(of: /<tr><td data-label="When"><time/).count == found.count)
    }

    @Test(
        "entries of the last days are found, newest first by their times, and any other number of days means all"
    )
    func days() async throws {
        let kit = try await PageKit()
        try await Self.add(3, to: kit)
        try await kit.plane.store.write { [now = kit.now] transaction in
            for (hours, detail) in [
                (23.0, "yesterday"), (25, "before"), (24 * 29, "last month"), (24 * 31, "long ago"),
            ] {
                try transaction.insertAudit(
                    AuditEntry(
                        at: now - hours * 3_600, actor: "ben", action: "policy.published", app: "hashtags",
                        detail: detail))
            }
        }
        for (days, found) in [("1", 1), ("7", 2), ("30", 3), ("", 4), ("2", 4), ("x", 4)] {
            let html = try await kit.html(Self.page, query: "action=policy.&days=\(days)")
            let details = ["yesterday", "before", "last month", "long ago"]
            #expect(details.filter(html.contains) == Array(details.prefix(found)), "\(days)")
            let places = details.prefix(found).compactMap { html.range(of: $0)?.lowerBound }
            #expect(places == places.sorted() && html.contains("detail 2"))
        }
    }

    @Test("a search that finds nothing stops after a bounded number of entries, says so and can go on")
    func bounded() async throws {
        let kit = try await PageKit()
        try await Self.add(AuditSearch.mostRead + 10, to: kit)
        let html = try await kit.html(Self.page, query: "q=app.created")
        #expect(html.contains("No entry matches.") && html.contains("The search looked at 5\u{202F}000 entries"))
        let link = try #require(html.firstMatch(of: /href="\/audit\?(q=app.created&amp;before=[0-9]+)"/))
        let query = String(link.1).replacing("&amp;", with: "&")
        #expect(try await kit.html(Self.page, query: query).contains("<code>app.created</code>"))
    }

    @Test("the file holds what the search finds, and no cell that a spreadsheet would run")
    func file() async throws {
        let kit = try await PageKit()
        try await Self.add(600, to: kit)
        guard case .file(let name, let type, let text) = try await kit(.get, Self.page, query: "csv=1&q=detail") else {
            Issue.record("no file")
            return
        }
        #expect(name == "audit.csv" && type.hasPrefix("text/csv"))
        let lines = text.split(separator: "\r\n")
        #expect(lines.count == 601 && lines[0] == "id,at,actor,token,action,app,revision,detail,request")
        #expect(text.contains(",\"'=anna\",t0,policy.published,hashtags,0,detail 0,r0\r\n"))
    }

    @Test("a session that is limited to some apps sees their entries only")
    func limited() async throws {
        let kit = try await PageKit()
        try await kit.server.makeApp("other")
        _ = try await kit.plane.tokens.create(.init(kind: .admin, name: "somebody"), by: .server)
        let html = try await kit.html(Self.page, apps: ["hashtags"])
        #expect(html.contains("app.created") && !html.contains("other") && !html.contains("token.created"))
        await #expect { try await kit.html(Self.page, query: "app=other", apps: ["hashtags"]) } throws: { error in
            (error as? PageError)?.status == 404
        }
        await #expect { try await kit.html(Self.page, apps: []) } throws: { ($0 as? PageError)?.status == 404 }
    }

    @Test("a position that is no number is refused", arguments: ["before=x", "before=0", "before=-1"])
    func positions(query: String) async throws {
        let kit = try await PageKit()
        await #expect { try await kit.html(Self.page, query: query) } throws: { ($0 as? PageError)?.status == 400 }
    }

    @Test("names, details and the search itself cannot put markup into the page")
    func hostile() async throws {
        let kit = try await PageKit()
        try await Self.add(1, to: kit, detail: PageKit.hostile)
        let query = "q=" + PercentEncoding.encode(PageKit.hostile)
        for query in ["", query] { #expect(try await kit.html(Self.page, query: query).escapesHostileText) }
    }

    @Test("a search through 5,000 entries takes less than seventy times as long as writing them")
    func speed() async throws {
        let kit = try await PageKit()
        let clock = ContinuousClock()
        let writing = try await clock.measure { try await Self.add(AuditSearch.mostRead, to: kit) }
        let searching = try await clock.measure { _ = try await kit.html(Self.page, query: "q=nothing+like+this") }
        // Six to eight times as long on a quiet machine; a search that reads entries again for each entry takes thousands.
        #expect(searching < writing * 70)
    }
}
