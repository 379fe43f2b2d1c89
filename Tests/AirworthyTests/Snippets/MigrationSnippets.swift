import Airworthy
import AirworthyAuthoring
import AirworthyPolicy
import Foundation

// snippet.siren
enum Prompting {
    static let rules = """
        {"schema": 1,
         "rules": [
           {"id": "major", "when": {"version": "<latest"},
            "perChange": {"major": "required"}, "releasedFor": "P1D"},
           {"id": "others", "when": {"version": "<latest"}, "update": "recommended",
            "remind": "daily", "skippable": true, "releasedFor": "P1D"}]}
        """

    static func client() throws -> Airworthy {
        let policy = try Policy(json: Array(rules.utf8))
        return Airworthy(policy: .rules(policy), releases: .appStore(id: 6_504_763_618))
    }
}
// snippet.end

private func requirements(_ airworthy: Airworthy, region: String) {
    // snippet.requirement
    airworthy.setAttribute(.string(region), for: "region")
    // snippet.end
}

private func prince(_ shipped: Data) -> Airworthy? {
    // snippet.prince-in-code
    let read = LegacyFormat.princeOfVersions.read(json: Array(shipped), appleID: 6_504_763_618)
    guard let policy = read.policy else { return nil }
    let airworthy = Airworthy(policy: .rules(policy), releases: .appStore(id: 6_504_763_618))
    // snippet.end
    return airworthy
}

private func outcome(_ airworthy: Airworthy, say: (String) -> Void) async {
    // snippet.prince-outcome
    let decision = await airworthy.launchDecision()
    switch decision.status {
    case .required, .requiredUnavailable: say("An update is required.")
    case .recommended: say("Version \(decision.update?.version?.description ?? "?") is available.")
    case .ok, .maintenance: say("No update.")
    }
    // snippet.end
}

private func config(say: (String) -> Void) async {
    // snippet.config-after
    let url = URL(string: "https://files.example.com/config.json")!
    let airworthy = Airworthy(.config(url))
    let decision = await airworthy.launchDecision()
    if decision.blocking { say("Update at \(decision.update?.url ?? "the App Store").") }
    // snippet.end
}

private func testFlightSwitch(_ airworthy: Airworthy, showExperiments: () -> Void) {
    // snippet.switch-after
    if airworthy.isDevelopment { showExperiments() }  // TestFlight or a debug build
    if airworthy.channel == .testflight(.internal) { showExperiments() }  // the team alone
    if airworthy.isEnabled("experiments") { showExperiments() }  // by the rules
    // snippet.end
}
