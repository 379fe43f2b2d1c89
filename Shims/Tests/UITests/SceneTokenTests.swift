import Airworthy
import Testing

@testable import AirworthyUI

/// A scene whose root view is hidden but still exists.
@MainActor @Suite(.timeLimit(.minutes(5))) struct SceneTokenTests {
    private let turn = AsyncStream<String>.makeStream()

    private func work(_ name: String) async {
        // The stream never yields: the loop ends when the task is cancelled.
        let (nothing, hold) = AsyncStream<Never>.makeStream()
        for await _ in nothing {}
        hold.finish()
        turn.continuation.yield(name)
    }

    @Test func `work continues while the view is hidden and ends when it reappears`() async {
        let token = SceneToken()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        token.keepRunning {
            begin.yield()
            await work("kept")
        }
        for await _ in begun { break }
        token.stop()
        for await name in turn.stream {
            #expect(name == "kept")
            break
        }
    }

    @Test func `work ends with the scene`() async {
        var token: SceneToken? = SceneToken()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        token?.keepRunning {
            begin.yield()
            await work("kept")
        }
        for await _ in begun { break }
        weak let gone = token
        token = nil
        for await name in turn.stream {
            #expect(name == "kept")
            break
        }
        #expect(gone == nil)
    }
}
