import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Testing

@Suite struct ChannelDetectorTests {
    private func detector(
        _ install: Install, hanging: Set<ChannelStep> = [], store: MemoryChannelStore = MemoryChannelStore(),
        audiences: ChannelDetector.AudienceQuery? = nil, sleep: @escaping Sleep = FakeSleep.onlyHanging
    ) -> ChannelDetector {
        let rungs: [any ChannelRung] = [
            FakeImmediateRung(step: .profile, answer: install.profile),
            FakeRung(step: .distributor, answer: hanging.contains(.distributor) ? nil : install.distributor),
            FakeRung(step: .transaction, answer: hanging.contains(.transaction) ? nil : install.transaction),
            FakeImmediateRung(step: .receipt, answer: install.receipt),
        ]
        return ChannelDetector(
            version: "2.2.0", build: "300", host: install.host, rungs: rungs, store: store, audiences: audiences,
            sleep: sleep)
    }

    @Test(arguments: Install.rows + Install.troubles)
    func `the detector ends with the verdict of the ladder`(_ install: Install) async {
        let detected = await detector(install).detect()
        #expect(detected.channel == Channel(install.expected))
        #expect(detected.isProvisional == (install.strength != .conclusive))
    }

    @Test(.timeLimit(.minutes(5)))
    func `rungs that never return are skipped after their time limit`() async {
        let hung = detector(.appStore, hanging: [.distributor])
        #expect(await hung.detect().channel == .appstore)
        let all = detector(.testFlight, hanging: [.distributor, .transaction])
        let detected = await all.detect()
        #expect(detected.channel == .testflight(nil))
        #expect(detected.isProvisional)
        #expect(all.summary.contains("AppDistributor: no answer in time"))
    }

    @Test(
        arguments: [
            (Install.simulator, "debug", false), (.releaseFromXcode, "debug", false), (.adHoc, "adhoc", false),
            (.enterprise, "enterprise", false), (.testFlight, "testflight", true), (.appStore, "unknown", true),
            (.appStore.on(.ios, 15), "appstore", false), (.testFlight.on(.ios, 15), "testflight", false),
            (.appStore.on(.ios, 16), "unknown", true), (.appStore.on(.macos, 13), "unknown", true),
        ] as [(Install, String, Bool)])
    func `a provisional channel is available at once`(
        _ install: Install, _ channel: String, _ isProvisional: Bool
    ) {
        let current = detector(install).current
        #expect(current.channel == Channel(channel))
        #expect(current.isProvisional == isProvisional)
    }

    @Test func `the next launch of the same build starts with the stored channel`() async {
        let store = MemoryChannelStore()
        #expect(await detector(.appStore, store: store).detect().channel == .appstore)
        let next = detector(.appStore, store: store)
        #expect(next.current.channel == .appstore)
        #expect(next.current.isProvisional)
        #expect(await next.detect().isProvisional == false)
        #expect(store.written.withLock { $0 } == ["appstore"])
    }

    @Test func `a channel stored for another build is ignored`() {
        let store = MemoryChannelStore(["2.2.0 (299)": .appstore, "2.1.0 (300)": .appstore])
        #expect(detector(.appStore, store: store).current.channel == .unknown)
    }

    @Test func `missing evidence and guesses do not overrule the stored channel`() async {
        for install in [Install.troubles[3], Install.troubles[2]] {
            let store = MemoryChannelStore(["2.2.0 (300)": .appstore])
            let detected = await detector(install, store: store).detect()
            #expect(detected.channel == .appstore)
            #expect(detected.isProvisional)
            #expect(store.written.withLock { $0 }.isEmpty)
        }
    }

    @Test func `conclusive evidence replaces the stored channel`() async {
        let store = MemoryChannelStore(["2.2.0 (300)": .testflight(.internal)])
        #expect(await detector(.appStore, store: store).detect().channel == .appstore)
        #expect(store.storedChannel(version: "2.2.0", build: "300") == .appstore)
    }

    @Test func `an unverified transaction is unknown, whatever was stored`() async {
        let store = MemoryChannelStore(["2.2.0 (300)": .appstore])
        let detected = await detector(Install.troubles[7].on(.tvos, 18), store: store).detect()
        #expect(detected.channel == .unknown)
        #expect(!detected.isProvisional)
        #expect(store.storedChannel(version: "2.2.0", build: "300") == .unknown)
    }

    @Test(arguments: [ChannelHost.Family.macos, .catalyst])
    func `a Mac asks StoreKit no more once it has said App Store, but about TestFlight at each launch`(
        _ family: ChannelHost.Family
    ) async {
        for (stored, asks) in [(Channel.appstore, 0), (.testflight(nil), 1)] {
            let rung = FakeRung(step: .transaction, answer: Install.appStore.transaction)
            let detector = ChannelDetector(
                version: "2.2.0", build: "300", host: ChannelHost(family: family, major: 15), rungs: [rung],
                store: MemoryChannelStore(["2.2.0 (300)": stored]), sleep: FakeSleep.onlyHanging)
            let detected = await detector.detect()
            #expect(detected.channel == .appstore && detected.isSettled)
            #expect(rung.asked.withLock { $0 } == asks)
        }
    }

    @Test func `a guessed channel is not stored`() async {
        let store = MemoryChannelStore()
        _ = await detector(.appReview, store: store).detect()
        #expect(store.written.withLock { $0 }.isEmpty)
    }

    @Test(
        arguments: [
            ([.internal], "testflight.internal"), ([.external], "testflight.external"),
            ([.internal, .external], "testflight"),
        ] as [(Set<Channel.Audience>, String)])
    func `the server's audience is internal, external or both`(_ audiences: Set<Channel.Audience>, _ expected: String)
        async
    {
        let store = MemoryChannelStore()
        let detected = await detector(.testFlight, store: store, audiences: { audiences }).detect()
        #expect(detected.channel == Channel(expected))
        #expect(!detected.isProvisional)
        #expect(store.storedChannel(version: "2.2.0", build: "300") == Channel(expected))
    }

    @Test(arguments: [nil, []] as [Set<Channel.Audience>?])
    func `without a usable answer the known TestFlight audience stays`(_ answer: Set<Channel.Audience>?) async {
        let plain = await detector(.testFlight, audiences: { answer }).detect()
        #expect(plain.channel == .testflight(nil))
        #expect(plain.isProvisional)
        let store = MemoryChannelStore(["2.2.0 (300)": .testflight(.internal)])
        let stored = await detector(.testFlight, store: store, audiences: { answer }).detect()
        #expect(stored.channel == .testflight(.internal))
        #expect(store.storedChannel(version: "2.2.0", build: "300") == .testflight(.internal))
    }

    @Test func `a build available to both audiences loses its stored audience`() async {
        let store = MemoryChannelStore(["2.2.0 (300)": .testflight(.internal)])
        let detector = detector(.testFlight, store: store, audiences: { [.internal, .external] })
        #expect(await detector.detect().channel == .testflight(nil))
        #expect(store.storedChannel(version: "2.2.0", build: "300") == .testflight(nil))
    }

    @Test(.timeLimit(.minutes(5)))
    func `the audience query is abandoned after its time-out`() async {
        let waited = Locked<[Double]>([])
        let sleep: Sleep = { seconds in
            if seconds == ChannelDetector.audienceTimeout {
                waited.withLock { $0.append(seconds) }
            } else {
                await FakeSleep.untilCancelled()
            }
        }
        let detected = await detector(.testFlight, audiences: { await never() }, sleep: sleep).detect()
        #expect(detected.channel == .testflight(nil))
        #expect(waited.withLock { $0 } == [5])
    }

    @Test(arguments: [Install.appStore, .adHoc, .simulator, .web, .troubles[3]])
    func `only TestFlight installations query the audience`(_ install: Install) async {
        let asked = Locked(0)
        _ = await detector(
            install,
            audiences: {
                asked.withLock { $0 += 1 }; return [.internal]
            }
        ).detect()
        #expect(asked.withLock { $0 } == 0)
    }

    @Test func `detect repeats an unanswered audience query but not the ladder`() async {
        let answers = Locked<[Set<Channel.Audience>?]>([nil, [.external], [.internal]])
        let distributor = FakeRung(step: .distributor, answer: .distributor(.testFlight))
        let detector = ChannelDetector(
            version: "1", build: "1", host: Install.testFlight.host, rungs: [distributor],
            store: MemoryChannelStore(), audiences: { answers.withLock { $0.removeFirst() } },
            sleep: FakeSleep.onlyHanging)
        #expect(await detector.detect().channel == .testflight(nil))
        #expect(await detector.detect().channel == .testflight(.external))
        #expect(await detector.detect().channel == .testflight(.external))
        #expect(distributor.asked.withLock { $0 } == 1)
        #expect(answers.withLock { $0.count } == 1)
    }

    @Test func `concurrent calls of detect climb the ladder once`() async {
        let distributor = FakeRung(step: .distributor, answer: .distributor(.appStore))
        let profile = FakeImmediateRung(step: .profile, answer: .absent)
        let detector = ChannelDetector(
            version: "1", build: "1", host: Install.appStore.host, rungs: [profile, distributor],
            store: MemoryChannelStore(), sleep: FakeSleep.onlyHanging)
        await withTaskGroup(of: Channel.self) { group in
            for _ in 0..<50 { group.addTask { await detector.detect().channel } }
            for await channel in group { #expect(channel == .appstore) }
        }
        #expect(distributor.asked.withLock { $0 } == 1)
        #expect(profile.asked.withLock { $0 } == 1)
    }

    @Test func `changes delivers the current channel, then the detected one`() async {
        let detector = detector(.testFlight, audiences: { [.internal] })
        var seen: [String] = []
        var changes = detector.changes.makeAsyncIterator()
        seen.append(await changes.next()?.channel.description ?? "end")
        _ = await detector.detect()
        seen.append(await changes.next()?.channel.description ?? "end")
        #expect(seen == ["testflight", "testflight.internal"])
    }

    @Test(
        arguments: [
            (Install.testFlight, true), (.simulator, true), (.adHoc, true), (.troubles[3], true), (.appStore, false),
            (.marketplace, false), (.web, false), (.enterprise, false),
        ] as [(Install, Bool)])
    func `a channel override works outside public installations and is never stored`(
        _ install: Install, _ works: Bool
    ) async {
        let store = MemoryChannelStore()
        let detector = detector(install, store: store)
        let found = await detector.detect().channel
        let written = store.written.withLock { $0 }
        detector.override(with: .testflight(.external))
        #expect(detector.current.channel == (works ? .testflight(.external) : found))
        detector.override(with: nil)
        #expect(detector.current.channel == found)
        #expect(store.written.withLock { $0 } == written)
    }

    @Test func `the summary lists the finding of each rung`() async {
        let detector = detector(.appReview, audiences: { [.internal] })
        _ = await detector.detect()
        #expect(
            detector.summary == """
                2.2.0 (300): testflight.internal (AppTransaction: sandbox, no answer from AppDistributor; the server: internal), provisional
                  runs on: iOS 17.4
                  provisioning profile: none
                  AppDistributor: failed: unknown
                  AppTransaction: sandbox, verified
                  receipt: not asked
                """)
    }
}
