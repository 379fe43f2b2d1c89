import Foundation
import Testing

@testable import AppStoreSimulator

@Suite struct ScenarioTests {
    @Test func `the demo scenario has all its apps, builds and versions`() throws {
        let file = try ScenarioFile(JSON(text: ScenarioFile.demoText))
        #expect(file.apps.map(\.bundleID) == ["com.example.hashtags", "com.ame.MinnanoTanjyoubi"])
        #expect(ScenarioFile.demo.builds == file.builds && file.builds.count == 10 && file.versions.count == 6)
    }

    @Test func `the demo scenario has a beta in every state`() throws {
        let world = World(.demo, start: Date())
        let builds = world.builds.filter { $0.app == hashtags && $0.platform == "IOS" }
        func states(_ number: String) -> [String]? {
            builds.first { $0.number == number }.map {
                [world.internalState($0), world.externalState($0), $0.audience]
            }
        }
        #expect(states("323") == ["IN_BETA_TESTING", "NOT_APPLICABLE", "INTERNAL_ONLY"])
        #expect(states("322") == ["IN_BETA_TESTING", "WAITING_FOR_BETA_REVIEW", "APP_STORE_ELIGIBLE"])
        #expect(states("321") == ["READY_FOR_BETA_TESTING", "IN_BETA_TESTING", "APP_STORE_ELIGIBLE"])
        #expect(states("310") == ["IN_BETA_TESTING", "IN_BETA_TESTING", "APP_STORE_ELIGIBLE"])
        #expect(states("290") == ["EXPIRED", "EXPIRED", "APP_STORE_ELIGIBLE"])
        #expect(world.builds.filter { $0.app == hashtags && $0.number == "322" }.map(\.platform) == ["IOS", "MAC_OS"])
        #expect(world.releasedVersions(of: hashtags, on: "IOS").map(\.version) == ["2.2.1", "2.2.0", "2.1.0"])
    }

    @Test(arguments: [
        ("{", "is not valid JSON: line 1"), ("[]", "the document: must be an object"), ("{}", "apps: is missing"),
        (#"{"apps": [], "app": []}"#, "app: unknown key; known keys: apps"),
        (#"{"apps": [], "schema": 2}"#, "schema: must be 1"),
        (#"{"apps": [{}]}"#, "apps[0].bundleID: is missing"),
        (#"{"apps": [{"id": "x1", "bundleID": "b"}]}"#, "apps[0].id: must be an Apple ID"),
        (
            #"{"apps": [{"id": "1", "bundleID": "b"}, {"id": "1", "bundleID": "c"}]}"#,
            "apps[1].id: another app has this id"
        ),
        (#"{"apps": [{"id": "1", "bundleID": "b", "storefronts": ["USA"]}]}"#, "apps[0].storefronts[0]: `USA`"),
        (
            #"{"apps": [{"id": "1", "bundleID": "b", "builds": [{"version": "1"}]}]}"#,
            "apps[0].builds[0].build: is missing"
        ),
        (
            #"{"apps": [{"id": "1", "bundleID": "b", "builds": [{"version": "1", "build": "1", "minOS": "1"}]}]}"#,
            "apps[0].builds[0].minOS: unknown key"
        ),
        (
            #"{"apps": [{"id": "1", "bundleID": "b", "builds": [{"version": "1", "build": "1", "uploaded": "soon"}]}]}"#,
            "apps[0].builds[0].uploaded: `soon` is not a time"
        ),
        (
            #"{"apps": [{"id": "1", "bundleID": "b", "builds": [{"version": "1", "build": "1", "internal": "X"}]}]}"#,
            "apps[0].builds[0].internal: unknown value `X`; expected one of"
        ),
        (
            #"{"apps": [{"id": "1", "bundleID": "b", "versions": [{"version": "1", "build": "7"}]}]}"#,
            "apps[0].versions[0].build: there is no build 7"
        ),
        (
            #"{"apps": [{"id": "1", "bundleID": "b", "versions": [{"version": "1", "phased": {"day": 1}}]}]}"#,
            "apps[0].versions[0].phased.day: unknown key"
        ),
        (#"{"apps": [], "limits": {"hour": 0}}"#, "limits.hour: must be a whole number from 1"),
        (#"{"apps": [], "faults": [{"kind": "x"}]}"#, "faults[0].kind: unknown value `x`; expected one of"),
        (#"{"apps": [{"id": "1", "bundleID": "b", "id": "2"}]}"#, "the name \"id\" appears twice"),
    ])
    func `an error in a scenario names its path`(_ text: String, _ words: String) throws {
        let error = #expect(throws: AppStoreSimulator.ControlError.self) { try AppStoreSimulator.Scenario(json: text) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func `a scenario may use values with FUTURE_`() throws {
        let text = #"""
            {"apps": [{"id": "1", "bundleID": "b", "builds": [
              {"version": "1", "build": "1", "external": "FUTURE_STATE", "platform": "FUTURE_OS"}]}]}
            """#
        #expect(try AppStoreSimulator.Scenario(json: text).file.builds.first?.externalState == "FUTURE_STATE")
    }
}
