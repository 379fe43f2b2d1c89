import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Testing

/// A kind of installation, with the finding of each rung and the expected verdict.
struct Install: Sendable, CustomTestStringConvertible {
    var name: String
    var host = ChannelHost(family: .ios, major: 17, minor: 4)
    var profile: ChannelFinding = .absent
    var distributor: ChannelFinding = .absent
    var transaction: ChannelFinding = .absent
    var receipt: ChannelFinding = .absent
    var expected: DistributionChannel
    var strength: ChannelLadder.Verdict.Strength = .conclusive

    var testDescription: String { "\(name), \(host.family.rawValue) \(host.major).\(host.minor)" }

    func finding(_ step: ChannelStep) -> ChannelFinding {
        switch step {
        case .profile: profile
        case .distributor: distributor
        case .transaction: transaction
        case .receipt: receipt
        }
    }

    func on(_ family: ChannelHost.Family, _ major: Int, _ minor: Int = 0) -> Install {
        var copy = self
        copy.host = ChannelHost(family: family, major: major, minor: minor)
        return copy
    }

    func expecting(_ channel: DistributionChannel, _ strength: ChannelLadder.Verdict.Strength = .conclusive) -> Install
    {
        var copy = self
        (copy.expected, copy.strength) = (channel, strength)
        return copy
    }

    func climb() -> ChannelLadder {
        var ladder = ChannelLadder(host: host)
        while let step = ladder.next { ladder.take(finding(step)) }
        return ladder
    }
}

extension Install {
    private static let sandboxReceipt = ChannelFinding.receipt(name: "sandboxReceipt", exists: true)
    private static let storeReceipt = ChannelFinding.receipt(name: "receipt", exists: true)
    private static let noReceipt = ChannelFinding.receipt(name: "receipt", exists: false)

    static let simulator = Install(
        name: "simulator", host: ChannelHost(family: .ios, major: 17, minor: 4, isSimulator: true),
        transaction: .transaction(.xcode), receipt: noReceipt, expected: .debug)
    static let debugOnDevice = Install(
        name: "debug build on a device", host: ChannelHost(family: .ios, major: 17, minor: 4, isDebugBuild: true),
        profile: .profile(.development), transaction: .transaction(.sandbox), receipt: noReceipt, expected: .debug)
    static let releaseFromXcode = Install(
        name: "release build from Xcode", profile: .profile(.development),
        distributor: .failed("development"), transaction: .transaction(.sandbox), receipt: noReceipt, expected: .debug)
    static let storeKitConfiguration = Install(
        name: "StoreKit configuration", distributor: .failed("development"), transaction: .transaction(.xcode),
        expected: .debug)
    static let adHoc = Install(
        name: "ad hoc", profile: .profile(.adHoc), distributor: .distributor(.other),
        transaction: .transaction(.sandbox), receipt: sandboxReceipt, expected: .adhoc)
    static let adHocSayingProduction = Install(
        name: "ad hoc, production", profile: .profile(.adHoc), transaction: .transaction(.production),
        receipt: noReceipt, expected: .adhoc)
    static let enterprise = Install(
        name: "enterprise", profile: .profile(.enterprise), distributor: .distributor(.other),
        transaction: .failed("no transaction"), receipt: noReceipt, expected: .enterprise)
    static let enterpriseUnreadable = Install(
        name: "enterprise, unreadable profile", profile: .profile(.unreadable), distributor: .distributor(.other),
        transaction: .transaction(.production), receipt: noReceipt, expected: .enterprise)
    static let testFlight = Install(
        name: "TestFlight", distributor: .distributor(.testFlight), transaction: .transaction(.sandbox),
        receipt: sandboxReceipt, expected: .testflight)
    static let appReview = Install(
        name: "App Review", distributor: .failed("unknown"), transaction: .transaction(.sandbox),
        receipt: sandboxReceipt, expected: .testflight, strength: .weak)
    static let appStore = Install(
        name: "App Store", distributor: .distributor(.appStore), transaction: .transaction(.production),
        receipt: storeReceipt, expected: .appstore)
    static let marketplace = Install(
        name: "marketplace", distributor: .distributor(.marketplace("com.example.market")),
        transaction: .failed("no StoreKit"), receipt: noReceipt, expected: .marketplace("com.example.market"))
    static let web = Install(
        name: "web", distributor: .distributor(.web), transaction: .failed("no StoreKit"), receipt: noReceipt,
        expected: .web)

    /// All ways of distribution, on old and new systems.
    static let rows: [Install] = [
        simulator, debugOnDevice, releaseFromXcode, releaseFromXcode.on(.ios, 15), storeKitConfiguration,
        storeKitConfiguration.on(.ios, 16), adHoc, adHoc.on(.ios, 16, 1), adHoc.on(.ios, 15), adHocSayingProduction,
        enterprise, enterprise.on(.ios, 15), enterpriseUnreadable, testFlight, testFlight.on(.ios, 17, 3),
        testFlight.on(.ios, 16), testFlight.on(.ios, 15, 8),
        testFlight.on(.iosElsewhere, 15).expecting(.testflight, .weak),
        testFlight.on(.tvos, 17).expecting(.testflight, .weak),
        testFlight.on(.visionos, 2).expecting(.testflight, .weak),
        testFlight.on(.watchos, 11).expecting(.testflight, .weak),
        testFlight.on(.catalyst, 17).expecting(.testflight, .weak),
        appReview, appReview.on(.ios, 17, 3).expecting(.testflight),
        appStore, appStore.on(.ios, 17, 3), appStore.on(.ios, 16), appStore.on(.ios, 15),
        appStore.on(.iosElsewhere, 15), appStore.on(.macos, 13), appStore.on(.catalyst, 16), appStore.on(.tvos, 16),
        appStore.on(.visionos, 1), appStore.on(.watchos, 9), marketplace, web,
        marketplace.on(.ios, 18), web.on(.ios, 18),
        // Neither the two rungs nor marketplaces exist on iOS 15.
        marketplace.on(.ios, 15).expecting(.unknown, .none),
    ]

    /// Failed and contradictory findings.
    static let troubles: [Install] = [
        Install(
            name: "hanging distributor", distributor: .timedOut, transaction: .transaction(.production),
            receipt: storeReceipt, expected: .appstore),
        Install(
            name: "hanging distributor in the sandbox", distributor: .timedOut, transaction: .transaction(.sandbox),
            receipt: sandboxReceipt, expected: .testflight, strength: .weak),
        Install(
            name: "all hanging, sandbox receipt", distributor: .timedOut, transaction: .timedOut,
            receipt: sandboxReceipt, expected: .testflight, strength: .weak),
        Install(
            name: "offline, not signed in", distributor: .failed("offline"), transaction: .failed("offline"),
            receipt: storeReceipt, expected: .unknown, strength: .none),
        Install(
            name: "offline", transaction: .failed("offline"), receipt: storeReceipt, expected: .unknown,
            strength: .none
        ).on(.ios, 16),
        Install(
            name: "offline in the sandbox", transaction: .failed("offline"), receipt: sandboxReceipt,
            expected: .testflight
        ).on(.ios, 16),
        Install(
            name: "unverified", distributor: .timedOut, transaction: .unverifiedTransaction,
            receipt: sandboxReceipt, expected: .unknown),
        Install(name: "unverified", transaction: .unverifiedTransaction, receipt: sandboxReceipt, expected: .unknown)
            .on(.macos, 13),
        Install(
            name: "a distributor of the future", distributor: .distributor(.unrecognised),
            transaction: .transaction(.production), receipt: storeReceipt, expected: .unknown),
        Install(
            name: "an environment of the future", transaction: .transaction(.other("Moon")),
            receipt: storeReceipt, expected: .unknown
        ).on(.ios, 16),
        Install(
            name: "a marketplace without a name", distributor: .distributor(.marketplace("")),
            expected: .marketplace(nil)),
        Install(name: "no receipt", receipt: noReceipt, expected: .unknown, strength: .none).on(.ios, 15),
        Install(
            name: "receipt of another name", receipt: .receipt(name: "StoreKit", exists: true),
            expected: .unknown, strength: .none
        ).on(.ios, 15),
        Install(name: "receipt on macOS", receipt: storeReceipt, expected: .unknown, strength: .none).on(.macos, 12),
        Install(name: "receipt on Catalyst", receipt: sandboxReceipt, expected: .unknown, strength: .none)
            .on(.catalyst, 15),
        Install(
            name: "TestFlight or App Review", transaction: .transaction(.sandbox), receipt: storeReceipt,
            expected: .testflight, strength: .weak
        ).on(.macos, 14),
        Install(
            name: "store profile", profile: .profile(.store), distributor: .distributor(.appStore),
            expected: .appstore),
        testFlight.on(.other, 17).expecting(.unknown, .none),
        appStore.on(.macos, 12).expecting(.unknown, .none),
    ]
}

@Suite struct ChannelLadderTests {
    @Test(arguments: Install.rows)
    func `each way of distribution has its verdict`(_ install: Install) {
        let verdict = install.climb().verdict
        #expect(verdict.channel == install.expected)
        #expect(verdict.strength == install.strength)
    }

    @Test(arguments: Install.troubles)
    func `failed or contradictory evidence is never taken for the App Store`(_ install: Install) {
        let verdict = install.climb().verdict
        #expect(verdict.channel == install.expected)
        #expect(verdict.strength == install.strength)
    }

    @Test(arguments: [Install.simulator, .debugOnDevice])
    func `the simulator and debug builds consult no rung`(_ install: Install) {
        #expect(install.climb().passed.isEmpty)
    }

    @Test func `the ladder ends at the first conclusive rung`() {
        #expect(Install.adHoc.climb().passed.map(\.step) == [.profile])
        #expect(Install.appStore.climb().passed.map(\.step) == [.profile, .distributor])
        #expect(Install.troubles[3].climb().passed.map(\.step) == [.profile, .distributor, .transaction, .receipt])
    }

    @Test func `from iOS 16 to 17 point 3 a sandbox receipt settles TestFlight without AppTransaction`() {
        let ladder = Install.testFlight.on(.ios, 17, 3).climb()
        #expect(ladder.passed.map(\.step) == [.profile, .receipt])
        #expect(ladder.verdict.channel == .testflight && ladder.verdict.strength == .conclusive)
    }

    @Test(
        arguments: [
            (ChannelHost(family: .ios, major: 15), [.profile, .receipt]),
            (ChannelHost(family: .ios, major: 16), [.profile, .receipt, .transaction]),
            (ChannelHost(family: .ios, major: 17, minor: 3), [.profile, .receipt, .transaction]),
            (ChannelHost(family: .ios, major: 17, minor: 4), [.profile, .distributor, .transaction, .receipt]),
            (ChannelHost(family: .ios, major: 18), [.profile, .distributor, .transaction, .receipt]),
            (ChannelHost(family: .iosElsewhere, major: 14, minor: 6), [.profile, .transaction]),
            (ChannelHost(family: .macos, major: 12), []), (ChannelHost(family: .macos, major: 13), [.transaction]),
            (ChannelHost(family: .macos, major: 15, hasReceipt: false), []),
            (ChannelHost(family: .catalyst, major: 13), [.transaction]),
            (ChannelHost(family: .catalyst, major: 13, hasReceipt: false), []),
            (ChannelHost(family: .tvos, major: 15), []), (ChannelHost(family: .tvos, major: 16), [.transaction]),
            (ChannelHost(family: .watchos, major: 8), []), (ChannelHost(family: .watchos, major: 9), [.transaction]),
            (ChannelHost(family: .visionos, major: 1), [.transaction]), (ChannelHost(family: .other, major: 17), []),
        ] as [(ChannelHost, [ChannelStep])])
    func `each system consults the rungs it supports`(_ host: ChannelHost, _ steps: [ChannelStep]) {
        var ladder = ChannelLadder(host: host)
        var asked: [ChannelStep] = []
        while let step = ladder.next {
            asked.append(step)
            ladder.take(.absent)
        }
        #expect(asked == steps)
    }
}
