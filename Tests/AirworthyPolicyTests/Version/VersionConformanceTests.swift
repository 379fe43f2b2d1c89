import AirworthyPolicy
import Foundation
import Testing

private func load<Cases: Decodable>(_ name: String, as type: Cases.Type) throws -> Cases {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return try JSONDecoder().decode(type, from: Data(contentsOf: root.appendingPathComponent("Conformance/\(name)")))
}

private struct OrderCases: Decodable {
    struct Pair: Decodable {
        let a: String, b: String, order: String
    }
    let pairs: [Pair], invalid: [String]
}

private struct RangeCases: Decodable {
    struct Case: Decodable {
        let range: OneOrMany, version: String?, build: String?, latest: String?, expect: String
    }
    let cases: [Case], invalid: [String]
}

private enum OneOrMany: Decodable {
    case one(String), many([String])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .one(text)
        } else {
            self = .many(try container.decode([String].self))
        }
    }

    func read() throws -> VersionRange {
        switch self {
        case .one(let text): try VersionRange(text)
        case .many(let texts): .any(try texts.map { try VersionRange($0) })
        }
    }
}

@Suite struct VersionConformanceTests {
    @Test func `versions have the order of the conformance cases`() throws {
        let cases = try load("version-order.json", as: OrderCases.self)
        #expect(cases.pairs.count >= 60)
        for pair in cases.pairs {
            let (a, b) = (try AppVersion(pair.a), try AppVersion(pair.b))
            #expect(VersionOrder(comparing: a, to: b).rawValue == pair.order, "\(pair)")
            #expect((a == b) == (pair.order == "="), "\(pair)")
            #expect((a > b) == (b < a) && (a > b) == (pair.order == ">"), "\(pair)")
        }
    }

    @Test func `text that is not a version is rejected with a message`() throws {
        for text in try load("version-order.json", as: OrderCases.self).invalid {
            let error = #expect(throws: VersionError.self, "\(text.debugDescription)") { try AppVersion(text) }
            #expect(error?.code == .unreadableVersion)
            #expect(error?.message.hasSuffix(".") == true, "\(error?.message ?? "")")
        }
    }

    @Test func `builds have the order of versions and reject a suffix`() throws {
        let cases = try load("version-order.json", as: OrderCases.self)
        for pair in cases.pairs where !(pair.a + pair.b).contains("-") {
            #expect(
                try VersionOrder(comparing: BuildNumber(pair.a), to: BuildNumber(pair.b)).rawValue == pair.order,
                "\(pair)")
        }
        for text in cases.invalid + cases.pairs.map(\.a).filter({ $0.contains("-") }) {
            let error = #expect(throws: VersionError.self, "\(text.debugDescription)") { try BuildNumber(text) }
            #expect(error?.code == .unreadableBuild)
        }
    }

    @Test func `ranges contain the versions of the conformance cases`() throws {
        let cases = try load("ranges.json", as: RangeCases.self).cases
        #expect(cases.count >= 80)
        for one in cases {
            let truth = try one.range.read().contains(
                version: one.version.map { try AppVersion($0) }, build: one.build.map { try BuildNumber($0) },
                latest: { one.latest.flatMap(LatestRelation.init) ?? .unknown })
            #expect(truth.rawValue == one.expect, "\(one)")
        }
    }

    @Test func `text that is not a range is rejected with a message`() throws {
        for text in try load("ranges.json", as: RangeCases.self).invalid {
            let error = #expect(throws: VersionError.self, "\(text.debugDescription)") { try VersionRange(text) }
            #expect(error?.code == .unreadableRange)
            #expect(error?.message.hasSuffix(".") == true, "\(error?.message ?? "")")
        }
    }
}
