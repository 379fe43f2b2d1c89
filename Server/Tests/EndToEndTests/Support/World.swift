import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// What is around a device: a host of static files, Apple if there is need of it, and the right time, which all of them
/// tell and which only the story moves.
final class World {
    private(set) var now: Date
    let files: FileHost
    /// `airworthy simulator`, which is the App Store.
    private(set) var appStore: ServeProcess?
    /// A device keeps its world alive, and not the other way round.
    private var devices: [() -> Device?] = []

    /// - Parameters:
    ///   - now: When the story begins.
    ///   - appStore: What is in the App Store, as a scenario of the simulator; `nil`: nobody asks it.
    /// - Throws: What keeps a host or the simulator from starting.
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
        try tellAppStoreTheTime()
    }

    /// The simulator clears up after itself if it is told to stop.
    deinit { _ = appStore?.stop() }

    /// The network: where the hosts are that apps know by name.
    var hosts: [String: Int] {
        var hosts = ["files.example.com": files.port]
        hosts["itunes.apple.com"] = appStore?.port
        return hosts
    }

    /// A device in this world.
    func device(_ setup: [String]) throws -> Device {
        let device = try Device(setup, hosts)
        // Each launch is a second later than the one before.
        device.rightTime = {
            self.now += 1
            return self.now
        }
        devices.append { [weak device] in device }
        return device
    }

    /// Lets time pass for everybody, also for the apps that run.
    func pass(days: Int = 0, hours: Int = 0, minutes: Int = 0) async throws {
        let seconds = (days * 24 + hours) * 3_600 + minutes * 60
        now.addTimeInterval(TimeInterval(seconds))
        files.setDate(now)
        try tellAppStoreTheTime()
        for device in devices.compactMap({ $0() }) where device.isRunning {
            try await device.tell("advance \(seconds)")
        }
    }

    /// Does something in the App Store.
    func appStore(_ action: String, _ body: String) throws {
        let answer = try #require(try appStore?.send("POST", to: "/_simulator/\(action)", body: body))
        #expect(answer.status == 200, "\(answer.body)")
    }

    /// How often the lookup was asked.
    func lookups() throws -> Int? {
        try appStore?.send("GET", to: "/_simulator/requests").json?["paths"]?["/lookup"]?.intValue ?? 0
    }

    private func tellAppStoreTheTime() throws {
        guard appStore != nil else { return }
        try appStore("clock", #"{"offset": \#(Int(now.timeIntervalSinceNow.rounded()))}"#)
    }
}
