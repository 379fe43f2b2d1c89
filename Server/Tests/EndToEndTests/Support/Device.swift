import AirworthyPolicy
import Foundation
import ToolTesting

/// A device with one app: a `linux-client` process for each launch, and a folder for the state.
final class Device {
    /// The options of `linux-client` for sources and keys. An update of the app may change them.
    var setup: [String]
    let folder: ScratchFolder
    /// The ports of the hosts. A host without a port does not exist.
    var hosts: [String: Int] = [:]
    var channel = "appstore"
    var os = "iOS 18.0"
    var language = "en"
    var storefront = "JP"
    var timeZone = "UTC"
    /// Whether the app sends check-ins.
    var checksIn = false
    /// Returns the correct time at a launch.
    var correctTime: () -> Date = { Date() }
    /// The error of the device's clock in seconds, from the next launch on.
    var clockError: TimeInterval = 0
    private(set) var version = ""
    private var app: AppProcess?
    /// The last answer of the app.
    private var lastAnswer: JSONValue = .null
    /// The screen at launch, before any source has answered.
    private(set) var firstScreen = ScreenRecord(.null)
    /// The current screen.
    private(set) var screen = ScreenRecord(.null)
    /// The events since the launch: their names, with the code of a rejected manifest.
    private(set) var events: [String] = []
    /// The result of the last check.
    private(set) var check = CheckRecord(.null)
    /// The result of the last TestFlight check, e.g. `newer 2.3.0 (322)`.
    private(set) var testFlight: String?

    /// Creates a device.
    /// - Parameters:
    ///   - setup: The options of `linux-client` for sources and keys.
    ///   - hosts: The ports of the hosts.
    /// - Throws: The error of creating the folder.
    init(setup: [String], hosts: [String: Int] = [:]) throws {
        self.setup = setup
        self.hosts = hosts
        folder = try ScratchFolder()
    }

    /// Ends the running app, launches a version, and waits for its first refresh.
    /// - Parameter version: The version with its build, e.g. `2.2.0 (300)`; by default the last one.
    /// - Throws: ``AppProcess/UnexpectedExit`` if a command fails.
    func launch(_ version: String? = nil) async throws {
        try await quit()
        if let version { self.version = version }
        let parts = self.version.split(separator: " ").map { $0.filter { !"()".contains($0) } }
        var arguments = ["--store", folder.url.path, "--app-version", parts[0]]
        if parts.count > 1 { arguments += ["--build", parts[1]] }
        arguments += ["--channel", channel, "--os", os, "--language", language, "--time-zone", timeZone]
        if checksIn { arguments += ["--check-ins", "on"] }
        if !storefront.isEmpty { arguments += ["--storefront", storefront] }
        arguments += ["--clock", Timestamp.format(correctTime().addingTimeInterval(clockError))]
        arguments += hosts.sorted { $0.key < $1.key }.flatMap { ["--host", "\($0)=http://127.0.0.1:\($1)"] }
        let app = try AppProcess(arguments + setup)
        self.app = app
        events = []
        take(try await app.nextAnswer())
        firstScreen = screen
        try await tell("settle")
        try await tell("present launch")
    }

    var isRunning: Bool { app != nil }

    /// Ends the app, if it runs.
    func quit() async throws {
        guard let app else { return }
        self.app = nil
        try await app.quit()
    }

    /// Kills the app, as the system does when memory is low.
    func kill() {
        app?.kill()
        app = nil
    }

    /// Removes the app with its state.
    func remove() async throws {
        try await quit()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
        }
    }

    /// Sends a command to the app.
    @discardableResult
    func tell(_ line: String) async throws -> JSONValue {
        guard let app else { throw AppProcess.UnexpectedExit(errors: "the app is not running") }
        let answer = try await app.send(line)
        if let error = answer["error"]?.stringValue { throw AppProcess.UnexpectedExit(errors: error) }
        take(answer)
        return answer
    }

    private func take(_ answer: JSONValue) {
        lastAnswer = answer
        if let shown = answer["screen"] { screen = ScreenRecord(shown) }
        if let checked = answer["check"] { check = CheckRecord(checked) }
        if let newest = answer["testflight"]?.stringValue { testFlight = newest }
        events += (answer["events"]?.arrayValue ?? []).map { event in
            let name = event["event"]?.stringValue ?? ""
            guard let code = event["code"]?.stringValue else { return name }
            return "\(name) \(code)\(event["isAlarm"] == true ? ", an alarm" : "")"
        }
    }

    // MARK: Actions of the user

    /// Answers the prompt.
    func answer(_ answer: String) async throws {
        try await tell("answer \(answer)")
        try await tell("present refresh")
    }

    /// Leaves the app and returns after a number of seconds.
    func comeBack(after seconds: Int) async throws {
        try await tell("background")
        try await tell("advance \(seconds)")
        try await tell("foreground")
        try await tell("present foreground")
    }

    /// Checks for an update.
    func checkForUpdate() async throws { try await tell("check") }

    /// Checks for a TestFlight build.
    func checkTestFlight() async throws { try await tell("testflight") }

    // MARK: State of the app

    var decision: DecisionRecord { DecisionRecord(lastAnswer["decision"] ?? .null) }
    var channelFound: String? { lastAnswer["channel"]?.stringValue }
    var installID: String? { lastAnswer["installID"]?.stringValue }

    /// Whether a feature is on; `nil` if the rules do not name it.
    func has(_ feature: String) -> Bool? { lastAnswer["features"]?[feature]?.boolValue }
}
