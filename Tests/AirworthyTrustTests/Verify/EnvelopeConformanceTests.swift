import AirworthyPolicy
import Testing

@testable import AirworthyTrust

/// Envelopes that were created and judged independently, by `Conformance/tools/make-envelopes.py`.
@Suite(needsCrypto) struct EnvelopeConformanceTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let json: JSONValue
        var testDescription: String { json["name"]?.stringValue ?? "a case without a name" }
    }

    static let file = (try? Conformance.read("envelopes.json")) ?? nil
    static let cases = (file["cases"]?.arrayValue ?? []).map(Case.init)

    @Test func `the conformance file has envelope cases`() {
        #expect(Self.cases.count >= 54)
    }

    @Test func `key ids match the conformance file`() throws {
        let keys = try #require(Self.file["keys"]?.objectValue)
        for member in keys.members {
            let key = try #require(member.value["public"]?.stringValue.flatMap(PublicKey.init(base64:)))
            #expect(key.id == member.value["keyid"]?.stringValue)
        }
    }

    @Test(arguments: cases) func `envelopes have the outcomes of the conformance cases`(_ item: Case) throws {
        let json = item.json
        let pins = try pins(try #require(json["pins"]))
        let now = Fixture.date(try #require(Self.file["now"]?.stringValue))
        let state = try (json["before"]?.arrayValue ?? []).reduce(TrustState()) { state, envelope in
            let bytes = Array(try #require(envelope.stringValue).utf8)
            return try SignedManifest.verify(bytes, pins: pins, state: state, now: now).get().newState
        }
        let bytes = Array(try #require(json["envelope"]?.stringValue).utf8)
        switch SignedManifest.verify(bytes, pins: pins, state: state, now: now) {
        case .failure(let error):
            #expect(error.code == json["outcome"]?.stringValue, "\(error)")
        case .success(let verified):
            #expect(json["outcome"]?.stringValue == "accepted")
            #expect(verified.digest == json["digest"]?.stringValue)
            #expect(verified.epoch == json["epoch"]?.intValue)
            #expect(verified.role.rawValue == json["role"]?.stringValue)
            #expect(verified.isExpired == json["expired"]?.boolValue)
        }
    }

    private func pins(_ json: JSONValue) throws -> Pins {
        let keys = try #require(json["keys"]?.arrayValue).map { pin in
            let name = try #require(pin["key"]?.stringValue)
            let text = try #require(Self.file["keys"]?[name]?["public"]?.stringValue)
            return PinnedKey(
                try #require(PublicKey(base64: text)),
                role: try #require(pin["role"]?.stringValue.flatMap(Role.init(rawValue:))))
        }
        return Pins(
            app: try #require(json["app"]?.stringValue), lineage: json["lineage"]?.stringValue, keys: keys)
    }
}
