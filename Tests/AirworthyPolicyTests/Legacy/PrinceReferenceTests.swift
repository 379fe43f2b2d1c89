import AirworthyAuthoring
import AirworthyPolicy
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cases of the format's own project, which stay outside this repository.
struct PrinceReferenceTests {
    static let folder = ProcessInfo.processInfo.environment["AIRWORTHY_REFERENCE"].map {
        "\($0)/fixtures/prince-of-versions"
    }

    static func read(_ name: String) throws -> [UInt8] {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(try #require(folder))/\(name)"))
        return Array(data)
    }

    /// The result of one case.
    private enum Outcome: String {
        case held
        /// Airworthy reads v1, which the native client ignores.
        case deviatesByDesign
        case failed
    }

    @Test(.enabled(if: folder != nil, "set AIRWORTHY_REFERENCE to the folder that has fixtures/ and reference/"))
    func `every reference case holds, apart from the v1 objects the native client ignores`() throws {
        let file = try JSONReader.read(try Self.read("cases.json")).jsonValue
        var counts: [Outcome: Int] = [:]
        for test in try #require(file["cases"]?.arrayValue) {
            let outcome = try run(test)
            counts[outcome, default: 0] += 1
            #expect(outcome != .failed, "\(test["id"]?.stringValue ?? "")")
        }
        print(
            "Prince of Versions: \(counts[.held, default: 0]) held, \(counts[.deviatesByDesign, default: 0]) deviate by "
                + "design, \(counts[.failed, default: 0]) failed")
        #expect(counts == [.held: 29, .deviatesByDesign: 6])
    }

    @Test(.enabled(if: folder != nil, "set AIRWORTHY_REFERENCE to the folder that has fixtures/ and reference/"))
    func `frequencies and the order of versions match the reference`() throws {
        let file = try JSONReader.read(try Self.read("cases.json")).jsonValue
        let frequencies = try #require(file["notificationFrequency"]?.arrayValue)
        for test in frequencies {
            let raw = try #require(test["raw"]?.stringValue)
            let read = LegacyFormat.princeOfVersions.read(
                text: #"{"ios": [{"last_version_available": "2", "notify_last_version_frequency": "\#(raw)"}]}"#)
            let expected = try #require(test["expected"]?.stringValue)
            if expected == "error" {
                #expect(read.policy == nil)
            } else {
                #expect(try read.decide("1").remind?.description == expected)
            }
        }
        let versions = try #require(file["versions"]?.arrayValue)
        for test in versions {
            let a = try #require(test["a"]?.stringValue)
            let b = try #require(test["b"]?.stringValue)
            func isOlder(_ installed: String, than required: String) throws -> Bool {
                let file = LegacyFormat.princeOfVersions.read(text: #"{"ios": [{"required_version": "\#(required)"}]}"#)
                return try file.decide(installed).status == .required
            }
            let order = (try isOlder(a, than: b), try isOlder(b, than: a))
            switch test["order"]?.stringValue {
            case "=": #expect(order == (false, false), "\(a) \(b)")
            case "<": #expect(order == (true, false), "\(a) \(b)")
            case ">": #expect(order == (false, true), "\(a) \(b)")
            default: #expect(order.0 != order.1, "\(a) \(b)")
            }
        }
        print("Prince of Versions: \(frequencies.count) frequencies and \(versions.count) orders held")
    }

    // MARK: One case

    private func run(_ test: JSONValue) throws -> Outcome {
        let input = try Self.read(try #require(test["input"]?.stringValue))
        let expected = try #require(test["expected"]?.objectValue)
        if test["mode"]?.stringValue == "app-store" { return lookup(input, expected) }
        let platform = Platform(try #require(test["platform"]?.stringValue))
        let file = PrinceOfVersions.import(input, platform)
        if let error = expected["error"]?.stringValue {
            if error == "requirementsNotSatisfied" {
                let decision = try decide(file, test, platform)
                return decision.reason == .noRule ? .held : .failed
            }
            if file.policy == nil { return .held }
            return error == "dataNotFound" && isV1(input, platform) ? try v1(file, test) : .failed
        }
        guard file.policy != nil else { return .failed }
        return try holds(expected, file, test, platform) ? .held : .failed
    }

    private func holds(
        _ expected: JSONObject, _ file: LegacyImport, _ test: JSONValue, _ platform: Platform
    ) throws -> Bool {
        if let notify = expected["notify"]?.arrayValue {
            let rules = file.policy?.rules.filter { $0.id.hasPrefix("\(platform)") && $0.effect.update == .recommended }
            return rules?.map { JSONValue.string($0.effect.remind.description) } == notify
        }
        let decision = try decide(file, test, platform)
        let number = decision.rule?.split(separator: "-").dropFirst().first.flatMap { Int($0) }
        let entry = number.map { $0 - 1 }
        if expected["requiredVersion"] != nil, decision.status != .required { return false }
        if let wanted = expected["derivedEntry"]?.intValue ?? expected["entry"]?.intValue, entry != wanted {
            return false
        }
        switch expected["status"]?.stringValue {
        case "requiredUpdateNeeded"?: guard decision.status == .required else { return false }
        case "newUpdateAvailable"?: guard decision.status == .recommended else { return false }
        case "noUpdateAvailable"?: guard decision.status == .ok, decision.reason == .exempt else { return false }
        default: break
        }
        if let version = expected["updateVersion"]?.stringValue {
            guard decision.update?.version == (try AppVersion(version)) else { return false }
        }
        if let meta = expected["meta"]?.objectValue {
            let mine = decision.meta ?? [:]
            guard Set(mine.members) == Set(meta.members) else { return false }
        }
        return true
    }

    private func decide(_ file: LegacyImport, _ test: JSONValue, _ platform: Platform) throws -> Decision {
        // "at least 10.14.2", "test host, any current release" or a version.
        let words = test["os"]?.stringValue?.split(separator: " ") ?? []
        let os = words.last.flatMap { try? AppVersion(String($0)) }?.description ?? "26.0"
        return try file.decide(
            test["installed"]?.stringValue ?? "1.0", platform, os: os, attributes: attributes(test, file))
    }

    /// A check is a predicate over the value in the file. Airworthy's is equality, so the attribute is a passing value.
    private func attributes(_ test: JSONValue, _ file: LegacyImport) -> [String: JSONValue] {
        var attributes: [String: JSONValue] = [:]
        for check in test["checks"]?.objectValue?.members ?? [] {
            let prefix = check.value.stringValue?.split(separator: " ").last ?? ""
            for rule in file.policy?.rules ?? [] {
                rule.when.forEach { condition in
                    guard case .attribute(check.key, let values, _) = condition else { return }
                    for case .string(let value) in values where value.hasPrefix(prefix) {
                        attributes[check.key] = .string(value)
                    }
                }
            }
        }
        return attributes
    }

    private func isV1(_ input: [UInt8], _ platform: Platform) -> Bool {
        let root = try? JSONReader.read(input, options: LegacyFormat.readerOptions).jsonValue
        return root?[platform.description]?.objectValue != nil && root?["\(platform)2"] == nil
    }

    /// The result of the v1 object, read directly from the file.
    private func v1(_ file: LegacyImport, _ test: JSONValue) throws -> Outcome {
        let object = try JSONReader.read(try Self.read(try #require(test["input"]?.stringValue))).jsonValue["ios"]
        let minimum = object?["minimum_version"]?.stringValue
        let latest = object?["latest_version"]?["version"]?.stringValue
        let decision = try decide(file, test, .ios)
        let status: Decision.Status = minimum == nil ? .recommended : .required
        let offered = try AppVersion(try #require(latest ?? minimum))
        return decision.status == status && decision.update?.version == offered ? .deviatesByDesign : .failed
    }

    private func lookup(_ input: [UInt8], _ expected: JSONObject) -> Outcome {
        let release = AppStoreLookup.read(json: input, storefront: nil).catalog?.releases.first
        let isSame =
            release?.version.description == expected["lastVersionAvailable"]?.stringValue
            && release?.minimumOS?.description == expected["minimumOS"]?.stringValue
        return release != nil && isSame ? .held : .failed
    }
}

extension PrinceOfVersions {
    fileprivate static func `import`(_ bytes: [UInt8], _ platform: Platform) -> LegacyImport {
        LegacyFormat.princeOfVersions.read(json: bytes, appleID: 4_711, platforms: [platform])
    }
}
