import Airworthy
import AirworthyPolicy
import Testing

@Suite struct DetectorFeedTests {
    @Test func `a feed tells what its detector finds, and each change of it`() async throws {
        let detector = ChannelDetector(
            version: "1.0", build: "1", host: ChannelHost(family: .ios), rungs: [], store: MemoryChannelStore())
        let feed = ChannelFeed(detector)
        #expect(feed.current() == detector.current.channel)
        var changes = feed.changes().makeAsyncIterator()
        #expect(await changes.next() == .unknown)
        detector.override(with: .testflight(.internal))
        #expect(await changes.next() == .testflight(.internal))
        await feed.detect()
        #expect(feed.current() == .testflight(.internal))
    }
}
