import Combine
@_spi(Shim) import SwiftUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct LifecycleTests {
    @MainActor private final class Log: ObservableObject {
        var lines: [String] = []
        @Published var isShown = true
        @Published var value = 0
    }

    private actor Elsewhere {
        func answer() -> Int { 42 }
    }

    private struct Logged<Content: View>: View {
        @ObservedObject var log: Log
        let content: (Log) -> Content

        var body: some View { if log.isShown { content(log) } }
    }

    @Test func `onAppear runs once, and onDisappear runs on removal`() async {
        let log = Log()
        let host = Host {
            Logged(log: log) { log in
                Text(verbatim: "\(log.value)")
                    .onAppear { log.lines.append("appeared") }
                    .onDisappear { log.lines.append("gone") }
            }
        }
        await host.settle()
        log.value = 1
        await host.settle()
        #expect(log.lines == ["appeared"])
        log.isShown = false
        await host.settle()
        #expect(log.lines == ["appeared", "gone"])
    }

    @Test func `a task runs, also off the main actor, and its changes are visible`() async {
        let log = Log()
        let host = Host {
            Logged(log: log) { log in
                Text(verbatim: "\(log.value)").task {
                    for _ in 0..<10 { log.value += await Elsewhere().answer() }
                }
            }
        }
        #expect(host.text == "0")
        await host.settle()
        #expect(host.text == "420")
    }

    @Test func `a task is cancelled when its view disappears`() async {
        let log = Log()
        let host = Host {
            Logged(log: log) { log in
                Text("there" as String).task {
                    let (endless, continuation) = AsyncStream.makeStream(of: Never.self)
                    for await _ in endless {}
                    withExtendedLifetime(continuation) { log.lines.append("cancelled: \(Task.isCancelled)") }
                }
            }
        }
        await host.settle()
        #expect(log.lines.isEmpty)
        log.isShown = false
        await host.settle()
        #expect(log.lines == ["cancelled: true"])
    }

    @Test func `a task with an identity restarts only when the identity changes`() async {
        let log = Log()
        let host = Host {
            Logged(log: log) { log in
                Text(verbatim: "\(log.value)").task(id: log.value / 2) { log.lines.append("for \(log.value)") }
            }
        }
        for value in [0, 1, 2, 3] {
            log.value = value
            await host.settle()
        }
        #expect(log.lines == ["for 0", "for 2"])
    }

    @Test func `onChange receives new values, not the first one`() async {
        let log = Log()
        let host = Host {
            Logged(log: log) { log in
                Text(verbatim: "\(log.value)").onChange(of: log.value) { log.lines.append("\($0)") }
            }
        }
        await host.settle()
        log.value = 7
        await host.settle()
        #expect(log.lines == ["7"])
    }

    @Test func `onReceive observes a publisher while the view is visible, with the newest closure`() async {
        let log = Log()
        let subject = PassthroughSubject<String, Never>()
        let host = Host {
            Logged(log: log) { log in
                let value = log.value
                return Text(verbatim: "\(value)").onReceive(subject) { log.lines.append("\($0) at \(value)") }
            }
        }
        subject.send("unheard")
        await host.settle()
        subject.send("a")
        log.value = 1
        await host.settle()
        subject.send("b")
        log.isShown = false
        await host.settle()
        subject.send("unheard")
        #expect(log.lines == ["a at 0", "b at 1"])
    }

    @Test func `the scene phase is in the environment`() async {
        let host = Host { Phased() }
        host.enter(.background)
        #expect(host.text == "background")
        host.enter(.active)
        #expect(host.text == "active")
    }

    private struct Phased: View {
        @Environment(\.scenePhase) private var phase

        var body: some View { Text(verbatim: "\(phase)") }
    }

    @Test func `closing a host removes everything`() async {
        let log = Log()
        let host = Host {
            Text("x" as String).onDisappear { log.lines.append("gone") }
        }
        await host.settle()
        host.close()
        #expect(log.lines == ["gone"])
        #expect(host.nodes.isEmpty)
    }
}
