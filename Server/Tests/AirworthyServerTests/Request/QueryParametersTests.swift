import ControlPlane
import HTTPTypes
import Testing

@testable import AirworthyServer

@Suite struct QueryParametersTests {
    @Test(arguments: [
        ("version=2.2.0", "2.2.0"), ("a=b&version=2.2.0&c", "2.2.0"), ("version=iOS%2017.4", "iOS 17.4"),
        ("version=iOS+17.4", "iOS 17.4"), ("version=1%2B2", "1+2"), ("%76ersion=1", "1"), ("version=a=b", "a=b"),
        ("version=", ""), ("version", ""), ("&&version=1&", "1"), ("version=%E3%82%BF", "タ"), ("version=タ", "タ"),
        ("version=%e3%82%bf", "タ"),
    ])
    func `a known parameter is decoded like a form`(query: String, value: String) throws {
        #expect(try QueryParameters(query, known: ["version"])["version"] == value)
    }

    @Test(arguments: [
        "version=%", "version=%4", "version=%zz", "version=%ff", "version=%A9", "version=%C3", "version=%ED%A0%80",
        "version=a%00b",
        "version=%0A", "version=%7F", "version=%C2%85", "version=1&version=1", "version=1&%76ersion=2",
    ])
    func `a malformed or repeated known parameter is named`(query: String) {
        let problem = #expect(throws: HTTPProblem.self) { try QueryParameters(query, known: ["version"]) }
        #expect(problem?.kind == .invalid)
        #expect(problem?.status.code == 400)
        #expect(problem?.parameter == "version")
    }

    @Test(arguments: ["x=%ff", "x=1&x=2", "%ff=1", "x=%00", "", "versio%6=1", "%zzversion=1"])
    func `unknown parameters are ignored`(query: String) throws {
        #expect(try QueryParameters(query, known: ["version"]).items.isEmpty)
    }

    @Test func `more than 30 combining marks in a row are refused in a value and make a name unknown`() throws {
        let marks = String(repeating: "%CC%81%CC%A3", count: 16)
        let problem = #expect(throws: HTTPProblem.self) { try QueryParameters("version=\(marks)", known: ["version"]) }
        #expect(problem?.parameter == "version")
        #expect(try QueryParameters("\(marks)=1", isKnown: { _ in true }).items.isEmpty)
        #expect(try QueryParameters("version=e%CC%81", known: ["version"])["version"] == "é")
    }

    @Test func `a missing query has no parameters`() throws {
        #expect(try QueryParameters(nil, known: ["version"])["version"] == nil)
    }

    @Test(arguments: [("", 50, nil), ("limit=1", 1, nil), ("limit=200&before=9", 200, 9), ("before=1", 50, 1)])
    func `before and limit are parsed`(query: String, limit: Int, before: Int?) throws {
        let page = try Paging(try QueryParameters(query, known: Paging.names))
        #expect(page.limit == limit)
        #expect(page.before == before)
    }

    @Test(arguments: [
        ("limit=0", "limit"), ("limit=201", "limit"), ("limit=x", "limit"), ("limit=", "limit"), ("limit=-1", "limit"),
        ("limit=+1", "limit"), ("before=0", "before"), ("before=1.5", "before"),
        ("before=99999999999999999999", "before"), ("before=%D9%A1", "before"),
    ])
    func `invalid values of before and limit are rejected`(query: String, name: String) {
        let problem = #expect(throws: HTTPProblem.self) { try Paging(try QueryParameters(query, known: Paging.names)) }
        #expect(problem?.parameter == name)
    }

    @Test(arguments: [("", false), ("explain=1", true), ("explain=true", true), ("explain=0", false)])
    func `flags are parsed`(query: String, value: Bool) throws {
        #expect(try QueryParameters(query, known: ["explain"]).flag("explain") == value)
    }

    @Test(arguments: ["explain", "explain=", "explain=yes", "explain=TRUE"])
    func `flags other than 0, 1, true and false are rejected`(query: String) throws {
        let query = try QueryParameters(query, known: ["explain"])
        #expect(throws: HTTPProblem.self) { try query.flag("explain") }
    }

    @Test func `free text must not be blank or too long`() throws {
        #expect(try QueryParameters("note=a+b", known: ["note"]).freeText("note", limit: 3) == "a b")
        for bad in ["note=", "note=++", "note=abcd"] {
            let query = try QueryParameters(bad, known: ["note"])
            #expect(throws: HTTPProblem.self) { try query.freeText("note", limit: 3) }
        }
    }
}
