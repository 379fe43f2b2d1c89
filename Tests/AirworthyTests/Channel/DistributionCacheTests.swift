import AirworthyChannel
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct DistributionCacheTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())/new/distribution.json")
    private let host = ChannelHost(family: .ios, major: 18)

    private func cache(_ installation: String = "2.0\n7\n/a\nreceipt", on host: ChannelHost? = nil) -> DistributionCache
    {
        DistributionCache(file: file, installation: installation, host: host ?? self.host)
    }

    /// The verdict on what `AppDistributor` says.
    private func found(_ environment: ChannelFinding) async -> AppDistribution {
        await AppDistribution.find(on: host, rungs: [FixedRung(step: .distributor, finding: environment)]) { _ in }
    }

    private func clean() {
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent().deletingLastPathComponent())
    }

    @Test func `before anything is found nobody is a developer, but in a debug build everybody is`() {
        #expect(cache().distribution.channel == .unknown && !cache().distribution.isDeveloper)
        let debug = cache(on: ChannelHost(family: .ios, major: 18, isDebugBuild: true)).distribution
        #expect(debug.channel == .debug && debug.isDeveloper)
    }

    @Test func `the next launch of the same installation starts with what was found`() async {
        defer { clean() }
        let testflight = await found(.distributor(.testFlight))
        let first = cache()
        first.set(testflight)
        #expect(first.distribution == testflight && testflight.isDeveloper)
        #expect(cache().distribution == testflight)
        #expect(cache("2.0\n7\n/b\nreceipt").distribution.channel == .unknown, "another folder is another installation")
        #expect(cache("2.1\n8\n/a\nreceipt").distribution.channel == .unknown)
    }

    @Test func `what is not settled makes nobody a developer and is not stored`() async {
        defer { clean() }
        let first = cache()
        first.set(await found(.failed("no answer")))
        #expect(!first.distribution.isDeveloper)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(arguments: ["", "{}", "{\"installation\":\"2.0\\n7\\n/a\\nreceipt\",\"channel\":\"moon\",\"evidence\":\"\"}"])
    func `a damaged file says nothing`(text: String) throws {
        defer { clean() }
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        #expect(cache().distribution.channel == .unknown)
    }

    @Test func `a marketplace is stored with its name`() async {
        defer { clean() }
        let found = await found(.distributor(.marketplace("com.example.store")))
        cache().set(found)
        #expect(cache().distribution == found && !found.isDeveloper)
    }

    private struct FixedRung: ChannelRung {
        let step: ChannelStep
        let finding: ChannelFinding
        var deadline: TimeInterval { 1 }

        func find() async -> ChannelFinding { finding }
    }
}
