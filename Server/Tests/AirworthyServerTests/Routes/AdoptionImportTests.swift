import AirworthyPolicy
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct AdoptionImportTests {
    private static let path = "/v1/admin/apps/hashtags/adoption"
    private static let row = #"["ios","2.2","310","appstore","17.4.1","JPN",7]"#

    private static func body(_ rows: String, origin: String = #""a.csv""#) -> String {
        #"{"schema":1,"origin":\#(origin),"rows":[\#(rows)]}"#
    }

    @Test func `an import is shown with its origin and date, replaced and removed`() async throws {
        let api = try await API()
        for (rows, installations, cells) in [(Self.row + "," + Self.row, 14, 1), (Self.row, 7, 1), ("", 0, 0)] {
            let answer = try await api(.put, Self.path + "/import", token: api.admin, body: Self.body(rows))
            #expect(answer.status == .ok)
            let date = try #require(try answer.json["importedAt"])
            #expect(
                try answer.json == [
                    "origin": "a.csv", "importedAt": date, "installations": .of(installations), "cells": .of(cells),
                ])
            let census = try await api(.get, Self.path, token: api.admin).json
            #expect(census["installations"] == .of(installations))
            #expect(census["source"] == (cells == 0 ? "none" : "import"))
            #expect(census["origin"] == (cells == 0 ? JSONValue?.none : "a.csv"))
            #expect(census["importedAt"] == (cells == 0 ? JSONValue?.none : date))
        }
        _ = try await api(.put, Self.path + "/import", token: api.admin, body: Self.body(Self.row))
        let csv = try await api(.get, Self.path + "?format=csv", token: api.admin).text
        #expect(csv.hasSuffix("\nios,2.2.0,310,appstore,17.4,JP,7\n"))
        for removed in [true, false] {
            let answer = try await api(.delete, Self.path + "/import", token: api.admin)
            #expect(try answer.json == ["removed": .bool(removed)])
        }
        #expect(try await api(.get, Self.path, token: api.admin).json["source"] == "none")
    }

    @Test(arguments: [
        ("{}", "/schema"), (#"{"schema":1}"#, "/origin"), (#"{"schema":1,"origin":"a"}"#, "/rows"),
        (#"{"schema":1,"origin":"a","rows":[],"days":1}"#, "/days"),
        (body("", origin: #"" ""#), "/origin"), (body("", origin: #""a\u0000""#), "/origin"),
        (body("", origin: "\"\(String(repeating: "a", count: 201))\""), "/origin"), (body("1"), "/rows/0"),
        (body("\(row),[]"), "/rows/1"), (body(#"["ios","","310","appstore","","",7]"#), "/rows/0/1"),
        (body(#"["toaster","1","","appstore","","",7]"#), "/rows/0/0"),
        (body(#"["ios","1","","","","",7]"#), "/rows/0/3"),
        (body(#"["ios","1","","appstore","new","",7]"#), "/rows/0/4"),
        (body(#"["ios","1","","appstore","",3,7]"#), "/rows/0/5"),
        (body(#"["ios","1","","appstore","","",-1]"#), "/rows/0/6"),
        (body(#"["ios","1","","appstore","","",1000000001]"#), "/rows/0/6"),
        (body(#"["ios","1","","appstore","","","7"]"#), "/rows/0/6"),
        (body(Array(repeating: row, count: AdoptionLimit.importedRows + 1).joined(separator: ",")), "/rows"),
    ])
    func `a faulty import is refused with its place, and the earlier one stays`(body: String, pointer: String)
        async throws
    {
        let api = try await API()
        _ = try await api(.put, Self.path + "/import", token: api.admin, body: Self.body(Self.row))
        let answer = try await api(.put, Self.path + "/import", token: api.admin, body: body)
        #expect(answer.status == .badRequest)
        #expect(try answer.json["pointer"] == .string(pointer), "\(answer.text.prefix(300))")
        #expect(try await api(.get, Self.path, token: api.admin).json["installations"] == 7)
    }

    @Test func `thousands of rows are stored and shown`() async throws {
        let api = try await API()
        let rows = (0..<5_000).map {
            #"["ios","2.\#($0)","310","appstore","17.4","JP",1000]"#
        }
        let body = Self.body(rows.joined(separator: ","))
        // A debug build on a busy machine may need longer than a server allows.
        var options = APIOptions()
        options.adminWork = AdminWork(timeLimit: .seconds(300))
        let answer = try await api(.put, Self.path + "/import", token: api.admin, body: body, options: options)
        #expect(answer.status == .ok)
        let census = try await api(.get, Self.path, token: api.admin, options: options)
        #expect(try census.json["installations"] == .of(5_000_000), "\(census.text.prefix(300))")
    }
}
