import NIOCore
import Testing

@testable import AirworthyServer

@Suite struct ConnectionWatchTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func at(_ seconds: Int64) -> NIODeadline { Self.start + .seconds(seconds) }

    private func watch() -> ConnectionWatch { ConnectionWatch(limits: ServerLimits(), now: Self.start) }

    @Test func `a silent connection is idle after 30 seconds`() {
        let watch = watch()
        #expect(watch.deadline?.at == at(30))
        #expect(watch.deadline?.verdict == .idle)
    }

    @Test func `a head has 10 seconds from its first byte, however it drips`() {
        var watch = watch()
        watch.received(at(20))
        watch.received(at(25))
        #expect(watch.deadline?.at == at(30))
        #expect(watch.deadline?.verdict == .head)
    }

    @Test func `a body has 30 seconds from the end of its head, however it drips`() {
        var watch = watch()
        watch.received(at(1))
        watch.headEnded(at(2))
        watch.received(at(31))
        #expect(watch.deadline?.at == at(32))
        #expect(watch.deadline?.verdict == .body)
    }

    @Test func `nobody is to blame while the server works`() {
        var watch = watch()
        watch.received(at(1))
        watch.headEnded(at(1))
        watch.requestEnded()
        #expect(watch.deadline == nil)
        #expect(watch.nextLook(at(1)) <= at(31))
    }

    @Test func `being idle begins with the end of the answer`() {
        var watch = watch()
        watch.received(at(1))
        watch.headEnded(at(1))
        watch.requestEnded()
        watch.answered(at(50))
        #expect(watch.deadline?.at == at(80))
        #expect(watch.deadline?.verdict == .idle)
    }

    @Test func `a request behind another one has its time from the answer before`() {
        var watch = watch()
        watch.received(at(1))
        watch.headEnded(at(1))
        watch.requestEnded()
        watch.received(at(2))
        #expect(watch.deadline == nil)
        watch.answered(at(60))
        #expect(watch.deadline?.at == at(70))
        #expect(watch.deadline?.verdict == .head)
    }

    @Test func `who reads nothing for 30 seconds is stalled, who reads a little is not`() {
        var watch = watch()
        watch.received(at(0))
        watch.headEnded(at(0))
        watch.requestEnded()
        watch.sent(1_000, buffered: 500, at(1))
        watch.answered(at(1))
        #expect(watch.deadline?.verdict == .stall)
        #expect(watch.deadline?.at == at(31))
        watch.sent(1_000, buffered: 700, at(20))
        #expect(watch.deadline?.at == at(31))
        watch.sent(1_001, buffered: 699, at(30))
        #expect(watch.deadline?.at == at(60))
        watch.sent(1_700, buffered: 0, at(59))
        #expect(watch.deadline?.verdict == .idle)
        #expect(watch.deadline?.at == at(89))
    }

    @Test func `progress is looked for several times before the stall`() {
        var watch = watch()
        watch.sent(0, buffered: 1, at(0))
        #expect(watch.nextLook(at(0)) <= at(8))
    }

    @Test func `after the last answer the caller has a second to close`() {
        var watch = watch()
        watch.close(at(5))
        #expect(watch.deadline?.verdict == .linger)
        #expect(watch.deadline?.at == at(6))
    }
}
