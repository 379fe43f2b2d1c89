import Airworthy
import AirworthyPolicy

private func features(_ airworthy: Airworthy, openEditor: () -> Void) {
    // snippet.values
    if airworthy.isEnabled("new-editor") { openEditor() }
    let tabs = airworthy.value(for: "tabs", default: 3)
    let accent = airworthy.value(for: "accent", default: "blue")
    // snippet.end
    print(tabs, accent)
}

private func inCode() -> Airworthy {
    // snippet.features-in-code
    let forTesters = Feature.Rule(id: "testers", when: .channel([.debug, .testflight(nil)]), value: true)
    let editor = Feature(default: false, rules: [forTesters])
    let policy = Policy(rules: [], features: ["new-editor": editor])
    let airworthy = Airworthy(policy: .rules(policy))
    // snippet.end
    return airworthy
}

private func oneScreen(_ airworthy: Airworthy) {
    // snippet.snapshot
    let features = airworthy.snapshot()
    let isNew = features.isEnabled("new-editor")
    let columns = features.value(for: "columns", default: 2)
    // snippet.end
    print(isNew, columns)
}

private func developersOnly(_ airworthy: Airworthy, showLogs: () -> Void) {
    // snippet.developers
    if airworthy.isDevelopment {
        showLogs()
    }
    // snippet.end
}

private func tryOut(_ airworthy: Airworthy) {
    // snippet.override
    airworthy.overrideFeature("new-editor", with: true)
    airworthy.overrideFeature("new-editor", with: nil)  // back to the rules
    // snippet.end
}

private func attributes(_ airworthy: Airworthy) {
    // snippet.attributes
    airworthy.setAttribute("team", for: "plan")
    airworthy.setAttribute(true, for: "kiosk")
    // snippet.end
}

private func testFlight(_ airworthy: Airworthy, say: (String) -> Void, open: (String) async -> Bool) async {
    // snippet.testflight
    do {
        let report = try await airworthy.checkTestFlight()
        switch report.availability {
        case .newer: say("Build \(report.newest?.build?.description ?? "?") is available.")
        case .current: say("You have the newest build.")
        case .needsNewerSystem(let system): say("The newest build needs \(system).")
        case .unknown: say("No build is known for you.")
        }
        for link in report.links where await open(link) { break }
    } catch {
        say("The check failed. Please try again later.")
    }
    // snippet.end
}

private func channels(_ airworthy: Airworthy, show: (String) -> Void) {
    // snippet.detected
    let detected = airworthy.detectedChannel
    show(detected.isProvisional ? "\(detected.channel)?" : "\(detected.channel)")
    // snippet.end
}

private func pretend(_ airworthy: Airworthy) {
    // snippet.override-channel
    airworthy.overrideChannel(.testflight(.external))
    airworthy.overrideChannel(nil)
    // snippet.end
}
