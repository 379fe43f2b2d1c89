import Airworthy
import Testing

@testable import AirworthyUI

/// A scene whose root view is out of sight, but not gone.
@MainActor @Suite(.timeLimit(.minutes(1))) struct SceneTokenTests {
    private let turn = AsyncStream<String>.makeStream()

    private func work(_ name: String) async {
        // Nothing ever comes: this ends when its task is cancelled.
        let (nothing, hold) = AsyncStream<Never>.makeStream()
        for await _ in nothing {}
        hold.finish()
        turn.continuation.yield(name)
    }

    @Test func `work goes on while the view is out of sight, and ends when it is back`() async {
        let token = SceneToken()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        token.keep {
            begin.yield()
            await work("kept")
        }
        for await _ in begun { break }
        token.rest()
        for await name in turn.stream {
            #expect(name == "kept")
            break
        }
    }

    @Test func `work ends with the scene`() async {
        var token: SceneToken? = SceneToken()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        token?.keep {
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
