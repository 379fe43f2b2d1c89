import NIOCore
import Testing

@testable import AirworthyServer

@Suite struct ConnectionTimeoutsTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func at(_ seconds: Int64) -> NIODeadline { Self.start + .seconds(seconds) }

    private func timeouts() -> ConnectionTimeouts { ConnectionTimeouts(limits: ServerLimits(), now: Self.start) }

    @Test func `a connection without bytes expires as idle after 30 seconds`() {
        let timeouts = timeouts()
        #expect(timeouts.deadline?.at == at(30))
        #expect(timeouts.deadline?.reason == .idle)
    }

    @Test func `a head expires 10 seconds after its first byte, even if bytes keep arriving`() {
        var timeouts = timeouts()
        timeouts.receivedBytes(at: at(20))
        timeouts.receivedBytes(at: at(25))
        #expect(timeouts.deadline?.at == at(30))
        #expect(timeouts.deadline?.reason == .headTimeout)
    }

    @Test func `a body expires 30 seconds after its head, even if bytes keep arriving`() {
        var timeouts = timeouts()
        timeouts.receivedBytes(at: at(1))
        timeouts.receivedHead(at: at(2))
        timeouts.receivedBytes(at: at(31))
        #expect(timeouts.deadline?.at == at(32))
        #expect(timeouts.deadline?.reason == .bodyTimeout)
    }

    @Test func `there is no deadline while the server prepares a response`() {
        var timeouts = timeouts()
        timeouts.receivedBytes(at: at(1))
        timeouts.receivedHead(at: at(1))
        timeouts.receivedEnd()
        #expect(timeouts.deadline == nil)
        #expect(timeouts.nextCheck(after: at(1)) <= at(31))
    }

    @Test func `the idle time starts at the end of the response`() {
        var timeouts = timeouts()
        timeouts.receivedBytes(at: at(1))
        timeouts.receivedHead(at: at(1))
        timeouts.receivedEnd()
        timeouts.wroteResponse(at: at(50))
        #expect(timeouts.deadline?.at == at(80))
        #expect(timeouts.deadline?.reason == .idle)
    }

    @Test func `the time of a pipelined request starts at the end of the previous response`() {
        var timeouts = timeouts()
        timeouts.receivedBytes(at: at(1))
        timeouts.receivedHead(at: at(1))
        timeouts.receivedEnd()
        timeouts.receivedBytes(at: at(2))
        #expect(timeouts.deadline == nil)
        timeouts.wroteResponse(at: at(60))
        #expect(timeouts.deadline?.at == at(70))
        #expect(timeouts.deadline?.reason == .headTimeout)
    }

    @Test func `a client that reads nothing for 30 seconds is stalled, one that reads enough is not`() {
        var timeouts = timeouts()
        timeouts.receivedBytes(at: at(0))
        timeouts.receivedHead(at: at(0))
        timeouts.receivedEnd()
        timeouts.progressed(sent: 1_000, buffered: 500, at: at(1))
        timeouts.wroteResponse(at: at(1))
        #expect(timeouts.deadline?.reason == .stalled)
        #expect(timeouts.deadline?.at == at(31))
        timeouts.progressed(sent: 1_000, buffered: 700, at: at(20))
        #expect(timeouts.deadline?.at == at(31))
        timeouts.progressed(sent: 1_000_000, buffered: 699, at: at(30))
        #expect(timeouts.deadline?.at == at(60))
        timeouts.progressed(sent: 1_000_699, buffered: 0, at: at(59))
        #expect(timeouts.deadline?.reason == .idle)
        #expect(timeouts.deadline?.at == at(89))
    }

    @Test
    func `a client that reads less than 2,048 bytes a second has 30 seconds more than its bytes take at that rate`() {
        var timeouts = timeouts()
        timeouts.progressed(sent: 5_000, buffered: 100_000, at: at(1))
        for second in 2...31 {
            timeouts.progressed(sent: 5_000 + 512 * (second - 1), buffered: 50_000, at: at(Int64(second)))
        }
        // 30 seconds with 512 bytes each earn 7.5 seconds.
        #expect(timeouts.deadline?.reason == .stalled)
        #expect(timeouts.deadline?.at == at(1) + .seconds(30) + .milliseconds(7_500))
        // The next response begins anew.
        timeouts.progressed(sent: 200_000, buffered: 0, at: at(38))
        timeouts.progressed(sent: 200_000, buffered: 9, at: at(50))
        #expect(timeouts.deadline?.at == at(80))
    }

    @Test func `sending progress is checked several times before the stall deadline`() {
        var timeouts = timeouts()
        timeouts.progressed(sent: 0, buffered: 1, at: at(0))
        #expect(timeouts.nextCheck(after: at(0)) <= at(8))
    }

    @Test func `the client has one second to close after the last response`() {
        var timeouts = timeouts()
        timeouts.close(at: at(5))
        #expect(timeouts.deadline?.reason == nil)
        #expect(timeouts.deadline?.at == at(6))
    }
}
