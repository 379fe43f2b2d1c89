import ServerSupport
import Testing

/// Simulated devices with `hashtags`, which check in over HTTP on one day. The test knows each of them, the server none.
struct SimulatedFleet {
    /// The facts of a device, as a check-in has them.
    struct Facts: Hashable {
        var version: String
        var build: String
        var os: String
        /// The country; empty if the device does not know it.
        var storefront: String

        /// The members in a check-in.
        var members: String {
            #""platform":"ios","version":"\#(version)","build":"\#(build)","channel":"appstore","os":"\#(os)""#
                + (storefront.isEmpty ? "" : #","storefront":"\#(storefront)""#)
        }

        /// The columns of `airworthy adoption --csv` before the number.
        var row: String { "ios,\(version),\(build),appstore,\(os),\(storefront)" }

        /// The query of a decision.
        var query: String {
            "version=\(version)&build=\(build)&channel=appstore&os=iOS%20\(os)"
                + (storefront.isEmpty ? "" : "&storefront=\(storefront)")
        }

        mutating func update() { (version, build) = ("2.2.1", "310") }
    }

    private struct Device {
        var facts: Facts
        /// The facts and the day of the last check-in that was answered.
        var last: (day: String, facts: Facts)?
        /// The facts of the last check-in that was sent.
        var sent: Facts?
    }

    private enum Sender {
        case device(Int, losesAnswer: Bool)
        case forger
        case vandal
    }

    /// The most that cells can differ from the truth, in sum.
    private(set) var possibleErrors = 0
    /// The statuses of the answers that somebody waited for, by sender.
    private(set) var statuses: (devices: Set<Int>, forgers: Set<Int>, vandals: Set<Int>) = ([], [], [])
    private var devices: [Device]
    private var random: Seeded

    /// Creates devices that have not checked in yet.
    init(seed: UInt64, devices: Int) {
        var random = Seeded(seed)
        self.devices = (0..<devices).map { _ in
            Device(
                facts: Facts(
                    version: "2.2.0", build: "300",
                    os: ["15.8", "17.4", "18.0", "26.1"].randomElement(using: &random)!,
                    storefront: ["JP", "US", "DE", ""].randomElement(using: &random)!))
        }
        self.random = random
    }

    /// The number of devices by their facts at the last check-in.
    var truth: [Facts: Int] { Dictionary(grouping: devices.compactMap(\.sent)) { $0 }.mapValues(\.count) }

    /// Lets some devices check in, after some of them were updated.
    /// - Parameters:
    ///   - share: One in so many devices.
    ///   - hasFaults: Whether devices are reinstalled, answers get lost, and strangers forge check-ins.
    ///   - port: The server's port.
    /// - Throws: The error of a connection.
    mutating func checkIn(oneIn share: Int, hasFaults: Bool = false, to port: Int) async throws {
        var all: [(sender: Sender, request: CheckInRequest)] = []
        for index in devices.indices where oneIn(share) {
            if oneIn(3) { devices[index].facts.update() }
            if hasFaults, oneIn(60) { reinstall(index) }
            let isCutOff = hasFaults && oneIn(100)
            let losesAnswer = isCutOff || hasFaults && oneIn(50)
            all.append(
                (.device(index, losesAnswer: losesAnswer), request(of: index, isCutOff: isCutOff)))
            // Counted once too often from now on, or taken from where it is not any more.
            if losesAnswer { possibleErrors += 2 }
        }
        if hasFaults { all += forgeries() }
        all.shuffle(using: &random)
        let answers = try await CheckInRequest.send(all.map(\.request), to: port)
        for ((sender, _), answer) in zip(all, answers) { take(answer, of: sender) }
    }

    private mutating func oneIn(_ number: Int) -> Bool { Int.random(in: 0..<number, using: &random) == 0 }

    /// Deletes an app with all that it remembers, and installs it again.
    private mutating func reinstall(_ index: Int) {
        if devices[index].sent != nil { possibleErrors += 1 }
        devices[index].last = nil
    }

    private func request(of index: Int, isCutOff: Bool) -> CheckInRequest {
        let device = devices[index]
        let last = device.last.map { #","last":{"day":"\#($0.day)",\#($0.facts.members)}"# } ?? ""
        return CheckInRequest(
            address: "10.0.\(index / 250).\(index % 250 + 1)",
            body: #"{"schema":1,"now":{\#(device.facts.members)}\#(last)}"#, isCutOff: isCutOff)
    }

    /// Returns check-ins of devices that do not exist, and bodies that are no check-ins.
    private mutating func forgeries() -> [(sender: Sender, request: CheckInRequest)] {
        let days = Set(devices.compactMap { $0.last?.day }).sorted() + ["2020-01-01", "2999-12-31"]
        var bodies: [(Sender, String)] = []
        for _ in 0..<(devices.count / 50) {
            var now = devices.randomElement(using: &random)!.facts
            var left = devices.randomElement(using: &random)!.facts
            if oneIn(5) { now.version = "9.\(Int.random(in: 0..<1_000, using: &random))" }
            if oneIn(5) { left.version = "0.1" }
            let day = days.randomElement(using: &random)!
            let last = oneIn(3) ? "" : #","last":{"day":"\#(day)",\#(left.members)}"#
            bodies.append((.forger, #"{"schema":1,"now":{\#(now.members)}\#(last)}"#))
            possibleErrors += 2
        }
        let now = devices[0].facts.members
        bodies += [
            "", "{", "[]", "{}", #"{"schema":1}"#, #"{"schema":1,"now":{}}"#,
            #"{"schema":1,"now":{\#(now),"os":"new"}}"#,
            #"{"schema":1,"now":{"platform":"toaster","version":"1","channel":"appstore"}}"#,
            #"{"schema":1,"now":{\#(now)},"last":{"day":"yesterday",\#(now)}}"#,
            #"{"schema":1,"now":{\#(now)},"funnel":7}"#, String(repeating: "[", count: 4_000),
            #"{"schema":1,"now":{\#(now)},"x":"\#(String(repeating: "x", count: 5_000))"}"#,
        ].map { (.vandal, $0) }
        return bodies.enumerated().map { index, forgery in
            (forgery.0, CheckInRequest(address: "192.0.2.\(index % 200 + 1)", body: forgery.1))
        }
    }

    private mutating func take(_ answer: CheckInRequest.Answer?, of sender: Sender) {
        switch sender {
        case .forger: statuses.forgers.insert(answer?.status ?? 0)
        case .vandal: statuses.vandals.insert(answer?.status ?? 0)
        case .device(let index, let losesAnswer):
            devices[index].sent = devices[index].facts
            if losesAnswer { return }
            statuses.devices.insert(answer?.status ?? 0)
            devices[index].last = answer?.day.map { ($0, devices[index].facts) }
        }
    }
}
