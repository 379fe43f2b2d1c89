import Combine
@_spi(Shim) import SwiftUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct StateTests {
    private struct Counter: View {
        var name = "Tap"
        @State private var count = 0

        var body: some View {
            Text(verbatim: "\(name) \(count)")
            Button(name) { count += 1 }
        }
    }

    @Test func `state survives re-evaluation`() throws {
        let host = Host { Counter() }
        try host.press("Tap")
        try host.press("Tap")
        #expect(host.text == "Tap 2 Tap")
    }

    @Test func `each position in the tree has its own state, regardless of its modifiers`() throws {
        let host = Host {
            VStack {
                Counter(name: "A")
                Counter(name: "B")
            }
            .background { Counter(name: "C") }
            .background { Counter(name: "D") }
        }
        for name in ["B", "C", "C", "D", "D", "D"] { try host.press(name) }
        #expect(host.text == "A 0 A B 1 B C 2 C D 3 D")
    }

    @Test func `state follows the identity of an element, not its position`() throws {
        let model = Names()
        let host = Host { Listed(model: model) }
        try host.press("Ann")
        model.names = ["Bob", "Ann"]
        #expect(host.text == "Bob 0 Bob Ann 1 Ann")
    }

    private final class Names: ObservableObject {
        @Published var names = ["Ann", "Bob"]
    }

    private struct Listed: View {
        @ObservedObject var model: Names

        var body: some View { ForEach(model.names, id: \.self) { Counter(name: $0) } }
    }

    @Test func `state is discarded with its view`() throws {
        let host = Host { Switched() }
        try host.press("Tap")
        try host.press("Switch")
        #expect(host.text == "Switch")
        try host.press("Switch")
        #expect(host.text == "Switch Tap 0 Tap")
    }

    private struct Switched: View {
        @State private var isOn = true

        var body: some View {
            Button("Switch") { isOn.toggle() }
            if isOn { Counter() }
        }
    }

    @Test func `a state object is created once and observed`() throws {
        Made.count = 0
        let host = Host { Owner() }
        try host.press("Rename")
        #expect(host.text == "new Rename")
        #expect(Made.count == 1)
        #expect(host.evaluations == 2)
    }

    @MainActor private final class Made: ObservableObject {
        static var count = 0
        @Published var name = "old"

        init() { Self.count += 1 }
    }

    private struct Owner: View {
        @StateObject private var made = Made()

        var body: some View {
            Text(verbatim: made.name)
            Button("Rename") { made.name = "new" }
        }
    }

    private final class Clock: ObservableObject {
        @Published var ticks = 0
    }

    private struct Restless: View {
        @ObservedObject var clock: Clock

        var body: some View {
            clock.ticks += 1
            return Text(verbatim: "\(clock.ticks)")
        }
    }

    @Test func `a view that invalidates itself fails instead of hanging`() async {
        let clock = Clock()
        let host = Host { Restless(clock: clock) }
        await host.settle()
        #expect(host.text.hasPrefix("The view changes something it depends on"))
    }

    @Test func `bindings and the environment reach child views`() throws {
        let host = Host { Parent() }
        try host.enter("Ann", into: "Name")
        try host.press("Shout")
        #expect(host.find(identifier: "greeting")?.text == "ANN")
        #expect(host.find(label: "Name")?.attributes["value"] == "Ann")
    }

    private struct Parent: View {
        @State private var name = ""
        @State private var isLoud = false

        var body: some View {
            TextField("Name", text: $name)
            Toggle("Shout", isOn: $isLoud)
            Greeting(name: $name).environment(\.isLoud, isLoud)
        }
    }

    private struct Greeting: View {
        @Binding var name: String
        @Environment(\.isLoud) private var isLoud

        var body: some View {
            Text(verbatim: isLoud ? name.uppercased() : name).accessibilityIdentifier("greeting")
        }
    }
}

private enum LoudKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

extension EnvironmentValues {
    fileprivate var isLoud: Bool {
        get { self[LoudKey.self] }
        set { self[LoudKey.self] = newValue }
    }
}
