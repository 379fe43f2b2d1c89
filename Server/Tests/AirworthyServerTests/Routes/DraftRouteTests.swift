import AirworthyPolicy
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct DraftRouteTests {
    private static let path = "/v1/admin/apps/hashtags/drafts"

    /// Begins a draft, and returns its address and entity tag with quotes.
    private static func draft(_ text: String = Samples.calmPolicy, in api: API) async throws -> (String, String) {
        let response = try await api(.post, path, token: api.admin, body: text)
        #expect(response.status == .created)
        let id = try #require(try response.json["id"]?.stringValue)
        return ("\(path)/\(id)", try #require(response.headers[.eTag]))
    }

    @Test func `a draft is created, listed, saved, shown and deleted`() async throws {
        let api = try await API()
        let created = try await api(
            .post, "\(Self.path)?name=night+gate&note=why", token: api.admin, body: "not a policy yet")
        let json = try created.json
        #expect(created.status == .created && json["name"] == "night gate" && json["note"] == "why")
        #expect(json["base"] == 1 && json["edit"] == 1 && json["author"] == "tester")
        let id = try #require(json["id"]?.stringValue)
        #expect(created.headers[.eTag] == "\"\(id)-1\"")
        let list = try await api(.get, Self.path, token: api.admin).json["drafts"]?.arrayValue
        #expect(list == [json])

        let place = "\(Self.path)/\(id)"
        let saved = try await api(
            .put, "\(place)?note=", token: api.admin, headers: [.ifMatch: "\"\(id)-1\""], body: Samples.calmPolicy)
        #expect(saved.status == .ok && saved.headers[.eTag] == "\"\(id)-2\"")
        let shown = try await api(.get, place, token: api.admin)
        let record = try shown.json
        #expect(record["text"]?.stringValue == Samples.calmPolicy && record["outdated"] == false)
        #expect(record["note"] == .null && record["name"] == "night gate")
        let known = try await api(.get, place, token: api.admin, headers: [.ifNoneMatch: "\"\(id)-2\""])
        #expect(known.status == .notModified)
        #expect(try await api(.delete, place, token: api.admin).status == .noContent)
        #expect(try await api(.get, place, token: api.admin).problem == "not-found")
    }

    @Test func `a save or deletion on top of another save is rejected`() async throws {
        let api = try await API()
        let (place, tag) = try await Self.draft(in: api)
        let cases: [(HTTPFields, UInt, String)] = [
            ([:], 428, "precondition-required"), ([.ifMatch: "\"other\""], 412, "precondition-failed"),
            ([.ifMatch: "W/\(tag)"], 412, "precondition-failed"), ([.ifNoneMatch: "*"], 412, "precondition-failed"),
            ([.ifMatch: "other"], 400, "invalid"),
        ]
        for (headers, status, problem) in cases {
            let response = try await api(.put, place, token: api.admin, headers: headers, body: "{}")
            #expect(response.status.code == Int(status) && response.problem == problem, "\(headers)")
        }
        #expect(
            try await api(.put, place, token: api.admin, headers: [.ifMatch: "*"], body: "{}").status == .ok)
        for method in [HTTPRequest.Method.put, .delete] {
            let late = try await api(method, place, token: api.admin, headers: [.ifMatch: tag], body: "{}")
            #expect(late.problem == "precondition-failed")
        }
        let publish = try await api(.post, "\(place)/publish", token: api.admin, headers: [.ifMatch: tag], body: "{}")
        #expect(publish.problem == "precondition-failed")
    }

    @Test func `a draft is published over the policy it is based on, and over no other`() async throws {
        let api = try await API()
        let (first, _) = try await Self.draft(in: api)
        let other = try await api(.post, "\(Self.path)?name=other", token: api.admin, body: Samples.policy)
        let id = try #require(try other.json["id"]?.stringValue)
        let response = try await api(
            .post, "\(first)/publish", token: api.admin, body: #"{"note": "calmer", "reason": null}"#)
        #expect(response.status == .created)
        #expect(try response.json["note"] == "calmer" && response.json["policyVersion"] == 2)
        #expect(try await api(.get, first, token: api.admin).problem == "not-found")
        let late = try await api(.post, "\(Self.path)/\(id)/publish", token: api.admin, body: "{}")
        #expect(late.problem == "precondition-failed")
        #expect(try await api(.get, "\(Self.path)/\(id)", token: api.admin).json["outdated"] == true)
    }

    @Test(arguments: [
        ("?name=a%00b", "{}", 400), ("?name=%E2%80%AE", "{}", 400), ("?base=99", "{}", 400), ("?base=x", "{}", 400),
    ])
    func `a draft with a wrong property is rejected`(query: String, body: String, status: Int) async throws {
        let api = try await API()
        let response = try await api(.post, Self.path + query, token: api.admin, body: body)
        #expect(response.status.code == status, "\(response.text)")
    }

    @Test func `a text that is too long is rejected, and so are the drafts beyond the limit`() async throws {
        let api = try await API()
        let long = String(repeating: " ", count: DraftService.longestText + 1)
        #expect(try await api(.post, Self.path, token: api.admin, body: long).status == .contentTooLarge)
        for number in 1...DraftService.mostOfApp {
            _ = try await api.plane.drafts.create(
                .init(text: [], base: 1, name: "\(number)"), of: "hashtags", by: .server)
        }
        let further = try await api(.post, Self.path, token: api.admin, body: "{}")
        #expect(further.status == .badRequest && further.text.contains("50 drafts"))
    }

    @Test(arguments: ["..", "%2e%2e", "a%2Fb", "%00", "%3Cscript%3E", "1"])
    func `an id that names no draft is not found`(id: String) async throws {
        let api = try await API()
        let response = try await api(.get, "\(Self.path)/\(id)", token: api.admin)
        #expect([404, 400].contains(response.status.code) && !response.text.contains("<script>"))
    }
}
