import AirworthyPolicy
import Foundation
import ToolTesting

/// A device with one app on it: `linux-client` as a process for each launch, and a folder that outlives it.
final class Device {
    /// What the author of the app wrote: where rules and facts come from, and with which keys. An update may bring another.
    var setup: [String]
    let folder: ScratchFolder
    /// Where the hosts are that the app knows by name. Without an entry a host cannot be found.
    var hosts: [String: Int] = [:]
    var channel = "appstore"
    var os = "iOS 18.0"
    var language = "en"
    var storefront = "JP"
    var timeZone = "UTC"
    /// What the time is, at a launch.
    var rightTime: () -> Date = { Date() }
    /// What the clock is off by, in seconds, from the next launch on.
    var clockError: TimeInterval = 0
    private(set) var version = ""
    private var app: AppProcess?
    /// What the app said last.
    private(set) var said: JSONValue = .null
    /// What the app showed before any source had answered, and what it shows now.
    private(set) var firstScreen = Screen(.null)
    private(set) var screen = Screen(.null)
    /// What the app was told since it was launched: names, with the code of what was refused.
    private(set) var events: [String] = []
    /// What came of the last check.
    private(set) var check = Check(.null)
    /// What is on TestFlight: `newer 2.3.0 (322)`, or `current` with the newest.
    private(set) var testFlight: String?

    /// - Parameters:
    ///   - setup: Arguments of `linux-client` that make up the set-up.
    ///   - hosts: The port of each host the app knows by name.
    /// - Throws: What keeps the folder from being made.
    init(_ setup: [String], _ hosts: [String: Int] = [:]) throws {
        self.setup = setup
        self.hosts = hosts
        folder = try ScratchFolder()
    }

    /// Starts a version of the app, after ending the one that runs, and waits for the answer to the launch.
    /// - Parameter version: With its build, as in `2.2.0 (300)`; the one that ran last unless something else is said.
    /// - Throws: `AppProcess.Ended` if the app does not do what it is told.
    func launch(_ version: String? = nil) async throws {
        try await quit()
        if let version { self.version = version }
        let parts = self.version.split(separator: " ").map { $0.filter { !"()".contains($0) } }
        var arguments = ["--store", folder.url.path, "--app-version", parts[0]]
        if parts.count > 1 { arguments += ["--build", parts[1]] }
        arguments += ["--channel", channel, "--os", os, "--language", language, "--time-zone", timeZone]
        if !storefront.isEmpty { arguments += ["--storefront", storefront] }
        arguments += ["--clock", Timestamp.format(rightTime().addingTimeInterval(clockError))]
        arguments += hosts.sorted { $0.key < $1.key }.flatMap { ["--host", "\($0)=http://127.0.0.1:\($1)"] }
        let app = try AppProcess(arguments + setup)
        self.app = app
        events = []
        take(try await app.answer())
        firstScreen = screen
        try await tell("settle")
        try await tell("present launch")
    }

    var isRunning: Bool { app != nil }

    /// Ends the app in an orderly way, if it runs.
    func quit() async throws {
        guard let app else { return }
        self.app = nil
        try await app.quit()
    }

    /// Ends the app as the system does that needs the memory.
    func kill() {
        app?.kill()
        app = nil
    }

    /// Removes the app with all it has stored.
    func remove() async throws {
        try await quit()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            try FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
        }
    }

    /// Lets something happen to the app.
    @discardableResult
    func tell(_ line: String) async throws -> JSONValue {
        guard let app else { throw AppProcess.Ended(errors: "the app does not run") }
        let answer = try await app.ask(line)
        if let error = answer["error"]?.stringValue { throw AppProcess.Ended(errors: error) }
        take(answer)
        return answer
    }

    private func take(_ answer: JSONValue) {
        said = answer
        if let shown = answer["screen"] { screen = Screen(shown) }
        if let checked = answer["check"] { check = Check(checked) }
        if let newest = answer["testflight"]?.stringValue { testFlight = newest }
        events += (answer["events"]?.arrayValue ?? []).map { event in
            let name = event["event"]?.stringValue ?? ""
            guard let code = event["code"]?.stringValue else { return name }
            return "\(name) \(code)\(event["isAlarm"] == true ? ", an alarm" : "")"
        }
    }

    // MARK: What people do

    /// Taps a button of the prompt.
    func answer(_ answer: String) async throws {
        try await tell("answer \(answer)")
        try await tell("present refresh")
    }

    /// Leaves the app, and comes back after a while.
    func comeBack(after seconds: Int) async throws {
        try await tell("background")
        try await tell("advance \(seconds)")
        try await tell("foreground")
        try await tell("present foreground")
    }

    /// Asks whether there is an update, or a newer build on TestFlight.
    func ask(_ what: String = "check") async throws { try await tell(what) }

    // MARK: What the app knows

    var decision: Told { Told(said["decision"] ?? .null) }
    var channelFound: String? { said["channel"]?.stringValue }
    var installID: String? { said["installID"]?.stringValue }

    /// Whether a feature is on; `nil` if nobody has said anything.
    func has(_ feature: String) -> Bool? { said["features"]?[feature]?.boolValue }
}
