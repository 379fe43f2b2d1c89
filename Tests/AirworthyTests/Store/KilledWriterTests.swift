import Airworthy
import Foundation
import Testing

#if os(Linux) || os(macOS)
/// Processes killed while they save the state. This proves nothing about a power failure.
@Suite(.timeLimit(.minutes(5))) struct KilledWriterTests {
    /// The number of kills; `AIRWORTHY_KILLS` sets another one, e.g. 500.
    static let count = ProcessInfo.processInfo.environment["AIRWORTHY_KILLS"].flatMap(Int.init) ?? 50

    @Test func `a process killed while saving leaves the old or the new state`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = FileStateStore(in: folder, app: "tour")
        try store.save(StateFileTests.full)
        let path = folder.path
        var generations: Set<String> = []
        for kill in 0..<Self.count {
            // The delays cover the duration of a few writes.
            let delay = 200 + kill * 7_919 % 9_000
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, delay = delay as Int, kill = kill as Int] in
                KilledWriter.run(path: path, microseconds: delay, generation: kill)
            }
            guard case .state(let state) = store.load() else {
                Issue.record("neither the old state nor the new one is there after \(kill + 1) kills")
                return
            }
            #expect(state.documents == StateFileTests.full.documents, "the state is incomplete")
            generations.insert(state.installID)
        }
        #expect(generations.count == Self.count, "a process was killed before it wrote")
    }
}

enum KilledWriter {
    /// Saves states without pause until the process is killed.
    static func run(path: String, microseconds: Int, generation: Int) -> Never {
        let store = FileStateStore(in: URL(fileURLWithPath: path), app: "tour")
        var state = StateFileTests.full
        var round = 0
        while true {
            round += 1
            state.installID = "\(generation)-\(round)"
            try? store.save(state)
            guard round == 1 else { continue }
            // The timer starts after the first save, which may be late on a busy machine.
            Thread.detachNewThread {
                usleep(UInt32(microseconds))
                _ = kill(getpid(), SIGKILL)
            }
        }
    }
}
#endif
