import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct SimulateCommandTests {
    static let hashtags = [
        "--policy", "hashtags.policy.yaml", "--catalog", "hashtags.catalog.yaml", "--now", "2026-11-22T00:00:00Z",
    ]

    private func simulate(_ csv: String, _ options: String...) throws -> Tool.Result {
        try Tool.run(["simulate"] + Self.hashtags + ["--installs", "-"] + options, input: csv)
    }

    private func report(_ csv: String, _ options: String...) throws -> JSONValue {
        try JSONReader.read(
            Tool.run(["simulate"] + Self.hashtags + ["--installs", "-", "--json"] + options, input: csv).output
        ).jsonValue
    }

    @Test func `installations are counted by status and rule, and those that cannot update by reason`() throws {
        let result = try simulate(
            """
            platform,version,build,channel,os,storefront,count
            ios,2.2.0,300,appstore,iOS 17.4,JP,124
            ios,2.2.0,300,appstore,iOS 15.8,JP,4
            ios,1.3.9,,appstore,17.0,DE,2
            ios,2.1.0,200,appstore,iOS=17.4,US,300
            ios,2.2.1,310,appstore,iOS 17.4,JP,570
            """)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.headline == "1,000 installations: 12.4 % would be blocked, 0.6 % could not update")
        for line in [
            "  required             124  12.4 %  ███▊", "  requiredUnavailable    6   0.6 %  ▏",
            "  broken-migration  required             124  12.4 %  ███▊",
            "  broken-migration  may carry on  4  0.4 %  osTooOld: the update needs a newer system",
        ] {
            #expect(result.output.contains(line + "\n"), "\(line)\n\(result.output)")
        }
        #expect(result.output.contains("notInStorefront"))
    }

    @Test func `the order of the catalogs changes no number`() throws {
        let folder = try ScratchFolder()
        let policy = try folder.write(
            """
            {"schema": 1, "appleID": 1, "support": "mailto:a@example.com", "rules": [{"id": "floor", "message": "x",
             "when": {"version": "<2"}, "update": "required", "ifUnavailable": "block"}]}
            """, to: "policy.json")
        let web = try folder.write(
            #"{"schema": 1, "releases": [{"version": "0.5", "offers": [{"channel": "web"}]}]}"#, to: "web.json")
        let stores = try folder.write(
            """
            {"schema": 1, "releases": [
             {"version": "2.0", "minimumOS": "18", "offers": [{"channel": "appstore", "storefronts": ["US"]}]},
             {"version": "2.0", "minimumOS": "16", "offers": [{"channel": "appstore", "storefronts": ["JP"]}]}]}
            """, to: "stores.json")
        let device = "version,os,storefront\n1.0,iOS 17.4,JP\n"
        for catalogs in [[web, stores], [stores, web]] {
            let options =
                ["--policy", policy] + catalogs.flatMap { ["--catalog", $0] } + ["--installs", "-", "--json"]
            let result = try Tool.run(["simulate"] + options, input: device)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try JSONReader.read(result.output).jsonValue["statuses"]?["required"] == 1, "\(result.output)")
        }
    }

    @Test func `CSV columns may be in any order, and unknown ones are ignored`() throws {
        let plain = try report("platform,version,channel,count\nios,2.2.0,appstore,3\nios,2.2.1,appstore,4\n")
        let shuffled = try report("\u{FEFF}Note, COUNT ,Version\r\n\"a, \"\"b\"\"\n\",3,2.2.0\r\n\r\nx,4,2.2.1")
        for key in ["installations", "rows", "kinds", "statuses", "outcomes"] { #expect(plain[key] == shuffled[key]) }
        #expect(plain["installations"] == 7 && plain["statuses"]?["required"] == 3)
    }

    @Test func `a column of numbers without the name count is refused with what to do, others are named`() throws {
        let wrong = try simulate("version,users\n2.2.0,812\n2.1.0,8000\n2.2.1,44\n")
        #expect(wrong.status == 65 && wrong.output.isEmpty)
        #expect(wrong.errors.contains("<standard input>:1: there is no column \"count\""), "\(wrong.errors)")
        #expect(wrong.errors.contains("\"users\" has numbers; if these are installations, name it \"count\""))
        let named = try simulate("version,region\n2.2.0,Asia\n2.2.1,7\n")
        #expect(named.status == 0 && named.headline.hasPrefix("2 installations"))
        #expect(named.errors.contains("note: <standard input>:1: the column \"region\" is ignored"), "\(named.errors)")
        #expect(try simulate("version,users,count\n2.2.0,812,1\n").errors.contains("the column \"users\" is ignored"))
    }

    @Test func `a report of App Store Connect is read as it is, the newest day of it`() throws {
        let header = [
            "Date", "App Name", "App Apple Identifier", "App Version", "Device", "Platform Version", "Source Type",
            "Page Type", "App Download Date", "Territory", "Sessions", "Total Session Duration", "Unique Devices",
        ]
        func row(_ date: String, _ version: String, _ system: String, _ territory: String, devices: Int) -> String {
            [
                date, "Hashtags, \"the\" app", "6504763618", version, "iPhone", system, "App Store search",
                "Product page", "", territory, "912", "31415", "\(devices)",
            ].map { $0.contains("\"") ? "\"" + $0.replacing("\"", with: "\"\"") + "\"" : $0 }.joined(separator: "\t")
        }
        let table = [
            header.joined(separator: "\t"), row("2026-11-19", "2.2.0", "iOS 17.4", "JP", devices: 900),
            row("2026-11-20", "2.2.0", "iOS 17.4", "JP", devices: 30),
            row("2026-11-20", "2.2.0", "iPadOS 26.0", "US", devices: 20),
            row("2026-11-20", "2.2.1", "Other", "Kosovo", devices: 5),
            row("2026-11-18", "2.2.0", "iOS 17.4", "JP", devices: 800),
        ].joined(separator: "\n")
        let result = try simulate(table)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.headline.hasPrefix("55 installations: 90.9 % would be blocked"), "\(result.output)")
        #expect(
            result.errors
                == "airworthy: note: <standard input>: there are several days; those of 2026-11-20 are counted, "
                + "the others are not\n")
        let other = try simulate("Date\tApp Version\tCrashes\n2026-11-20\t2.2.0\t4\n")
        #expect(other.status == 65 && other.errors.contains("no column \"version\""), "\(other.errors)")
    }

    @Test func `without a catalog it says that rules on latest cannot apply`() throws {
        let result = try Tool.run(
            ["simulate", "--policy", "hashtags.policy.yaml", "--installs", "-"], input: "version\n2.2.0\n")
        #expect(
            result.errors.contains("rules on \"latest\" cannot apply, because no release is known"), "\(result.errors)")
        #expect(try !simulate("version\n2.2.0\n").errors.contains("latest"))
    }

    @Test func `without a count column each row is one installation, and equal rows are one kind`() throws {
        let report = try report("version\n" + String(repeating: "2.2.0\n", count: 50_000))
        #expect(report["installations"] == 50_000 && report["rows"] == 50_000 && report["kinds"] == 1)
        #expect(report["blocked"] == 50_000)
    }

    @Test func `an empty CSV field is an unknown value`() throws {
        let report = try report("version,channel,os\n2.2.0,,\n")
        #expect(report["outcomes"]?.arrayValue?.first?["reason"] == "noEvidence")
        #expect(report["blocked"] == 0)
    }

    @Test func `simulate and decide return the same statuses`() throws {
        var csv = "version,build,channel,os,storefront\n"
        var statuses: [String: Int] = [:]
        for version in ["1.3.9", "2.1.0", "2.2.0", "2.2.1"] {
            for channel in ["appstore", "testflight.external", "web"] {
                for os in ["iOS 15.8", "iOS 17.4"] {
                    csv += "\(version),290,\(channel),\(os),JP\n"
                    let decision = try Tool.run(
                        ["decide"] + Self.hashtags
                            + ["--version", version, "--build", "290", "--channel", channel, "--os", os]
                            + ["--storefront", "JP", "--json"])
                    let status = try JSONReader.read(decision.output).jsonValue["status"]?.stringValue
                    statuses[status ?? "", default: 0] += 1
                }
            }
        }
        let report = try report(csv)["statuses"]
        for status in Decision.Status.allCases {
            #expect(report?[status.rawValue]?.intValue == statuses[status.rawValue, default: 0])
        }
    }

    @Test func `unreadable rows are an error, and the first ten are reported with their lines`() throws {
        let csv = "version,count\n1.0,1\n" + String(repeating: "abc,1\n", count: 12) + "1.0,many\n\"2\n\",1\n"
        let result = try simulate(csv)
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        let lines = result.errors.split(separator: "\n")
        try #require(lines.count == 11)
        #expect(lines[0].hasPrefix("<standard input>:3: error: version: `abc` is not a version"))
        #expect(lines[10].contains("13 rows of 15 cannot be read, of which the first 10 are shown"))
    }

    @Test func `unreadable rows can be skipped`() throws {
        let report = try report("version,count,channel\n1.0,x,web\n1.0,1,shop\n2.2.1,2,appstore\n", "--skip-bad-rows")
        #expect(report["installations"] == 2 && report["rows"] == 3 && report["skippedRows"] == 2)
    }

    @Test(
        arguments: [
            ("", "is empty"), ("version;count\n1;2\n", "separate columns with commas"),
            ("os,count\n", "no column \"version\""),
            ("version,version\n", "twice"), ("version\n\"1.0", "no closing quote"),
            ("version\n" + String(repeating: "1", count: 100_000), "longer than 64 KiB"),
            (
                "version,count\n1,900000000000000000\n" + String(repeating: "1,900000000000000000\n", count: 11),
                "too large"
            ),
        ])
    func `a file that is not a table of installations is rejected`(csv: String, words: String) throws {
        let result = try simulate(csv)
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(words), "\(result.errors)")
    }

    @Test func `a table without rows shows zero percent`() throws {
        let result = try simulate("version\n")
        #expect(result.status == 0)
        #expect(result.headline == "0 installations: 0.0 % would be blocked, 0.0 % could not update")
    }

    @Test func `conditions on values that the table lacks are named`() throws {
        let folder = try ScratchFolder([
            "p.yaml": """
            schema: 1
            rules:
              - {id: a, when: {rollout: 10, attributes: {plan: free}}, update: none}
            """
        ])
        let result = try folder.run(
            ["simulate", "--policy", "p.yaml", "--installs", "-"], input: "version\n1\n")
        #expect(result.status == 0)
        #expect(result.errors.contains("attributes, rollout (no install ids)"))
    }
}
