import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// The surroundings of a device: a file server, optionally the App Store, and the correct time, which only the story
/// advances.
final class World {
    private(set) var now: Date
    let files: FileHost
    /// `airworthy simulator` as the App Store.
    private(set) var appStore: ServeProcess?
    /// The devices. A device retains its world, so the references are weak.
    private var devices: [() -> Device?] = []

    /// Creates the surroundings.
    /// - Parameters:
    ///   - now: The time at which the story begins.
    ///   - appStore: The scenario of the App Store; `nil` for none.
    /// - Throws: The error of starting a server.
    init(_ now: String = SigningKit.now, appStore: String? = nil) throws {
        self.now = instant(now)
        files = try FileHost()
        files.setDate(self.now)
        guard let appStore else { return }
        let folder = try ScratchFolder()
        let scenario = try folder.write(appStore, to: "scenario.json")
        self.appStore = try withExtendedLifetime(folder) {
            try ServeProcess(["--scenario", scenario], command: "simulator")
        }
        try setAppStoreClock()
    }

    /// Stops the simulator, which then removes its files.
    deinit { _ = appStore?.stop() }

    /// The ports of the hosts.
    var hosts: [String: Int] {
        var hosts = ["files.example.com": files.port]
        hosts["itunes.apple.com"] = appStore?.port
        return hosts
    }

    /// Creates a device.
    func device(_ setup: [String]) throws -> Device {
        let device = try Device(setup: setup, hosts: hosts)
        // Each launch is a second later than the one before.
        device.correctTime = {
            self.now += 1
            return self.now
        }
        devices.append { [weak device] in device }
        return device
    }

    /// Advances the time of the servers and of the running apps.
    func pass(days: Int = 0, hours: Int = 0, minutes: Int = 0) async throws {
        let seconds = (days * 24 + hours) * 3_600 + minutes * 60
        now.addTimeInterval(TimeInterval(seconds))
        files.setDate(now)
        try setAppStoreClock()
        for device in devices.compactMap({ $0() }) where device.isRunning {
            try await device.tell("advance \(seconds)")
        }
    }

    /// Stops all servers.
    func stop() {
        files.stop()
        _ = appStore?.stop()
        appStore = nil
    }

    /// Changes the App Store.
    func changeAppStore(_ action: String, body: String) throws {
        let answer = try #require(try appStore?.send("POST", to: "/_simulator/\(action)", body: body))
        #expect(answer.status == 200, "\(answer.body)")
    }

    /// Returns the number of lookups.
    func lookups() throws -> Int? {
        try appStore?.send("GET", to: "/_simulator/requests").json?["paths"]?["/lookup"]?.intValue ?? 0
    }

    private func setAppStoreClock() throws {
        guard appStore != nil else { return }
        try changeAppStore("clock", body: #"{"offset": \#(Int(now.timeIntervalSinceNow.rounded()))}"#)
    }
}

/// A scenario for the simulator: `hashtags` 2.2.1 in the App Store of Japan for a week, and 2.3.0 in preparation.
let listing = """
    {"schema": 1, "apps": [
      {"id": "6504763618", "bundleID": "com.example.hashtags", "name": "hashtags", "storefronts": ["JP"],
       "groups": [],
       "builds": [
         {"version": "2.3.0", "build": "320", "uploaded": "2026-11-18T00:00:00Z", "minimumOS": "16.0"},
         {"version": "2.2.1", "build": "310", "uploaded": "2026-11-11T00:00:00Z", "minimumOS": "16.0"}],
       "versions": [
         {"version": "2.2.1", "build": "310", "created": "2026-11-12T00:00:00Z", "released": "2026-11-13T00:00:00Z"},
         {"version": "2.3.0", "state": "PREPARE_FOR_SUBMISSION", "created": "2026-11-18T00:00:00Z",
          "releaseType": "MANUAL"}]}]}
    """
