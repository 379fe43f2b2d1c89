import Foundation
@_spi(Shim) import SwiftUI
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct ControlTests {
    @Test func `a disabled or missing button cannot be pressed`() throws {
        var pressed = 0
        let host = Host {
            VStack {
                Button("Inner") { pressed += 1 }.disabled(false)
            }
            .disabled(true)
            Button("Free") { pressed += 1 }
        }
        #expect(throws: Host.CannotDo.self) { try host.press("Inner") }
        #expect(throws: Host.CannotDo.self) { try host.press("Missing") }
        #expect(pressed == 0)
        try host.press("Free")
        #expect(pressed == 1)
        #expect(host.buttons == ["Free"])
    }

    @Test func `a button is found by its title, label or identifier`() throws {
        var pressed: [String] = []
        let host = Host {
            Button {
                pressed.append("label")
            } label: {
                Label("Update" as String, systemImage: "arrow.down")
            }
            Button {
                pressed.append("icon")
            } label: {
                Image(systemName: "xmark").accessibilityLabel("Close" as String)
            }
            Button("Long words") { pressed.append("identifier") }.padding().accessibilityIdentifier("id")
        }
        for name in ["Update", "Close", "id"] { try host.press(name) }
        #expect(pressed == ["label", "icon", "identifier"])
    }

    private enum Fruit: String, CaseIterable {
        case apple, pear
    }

    private struct Chooser: View {
        @State private var fruit = Fruit.apple

        var body: some View {
            Picker("Fruit", selection: $fruit) {
                ForEach(Fruit.allCases, id: \.self) { Text(verbatim: $0.rawValue).tag($0) }
            }
            Text(verbatim: "chosen: \(fruit)").accessibilityIdentifier("chosen")
        }
    }

    @Test func `a picker accepts only its choices`() throws {
        let host = Host { Chooser() }
        #expect(host.find(label: "Fruit")?.attributes["value"] == "apple")
        try host.enter("pear", into: "Fruit")
        #expect(host.find(identifier: "chosen")?.text == "chosen: pear")
        try host.enter("plum", into: "Fruit")
        #expect(host.find(identifier: "chosen")?.text == "chosen: pear")
    }

    private struct Opening: View {
        @Environment(\.openURL) private var openURL
        @State private var accepted: Bool?

        var body: some View {
            Button("Open") {
                openURL(URL(fileURLWithPath: "/a")) { @Sendable isOpen in
                    Task { @MainActor in accepted = isOpen }
                }
            }
            Text(verbatim: accepted.map { "accepted: \($0)" } ?? "nothing yet")
            Link("Link", destination: URL(fileURLWithPath: "/b"))
        }
    }

    @Test func `opened URLs are recorded, and a URL can be refused`() async throws {
        let host = Host { Opening() }
        try host.press("Open")
        await host.settle()
        #expect(host.text.contains("accepted: true"))
        host.accepts = { _ in false }
        try host.press("Open")
        await host.settle()
        #expect(host.text.contains("accepted: false"))
        try host.press("Link")
        #expect(host.opened.map(\.path) == ["/a", "/a", "/b"])
    }

    @Test(arguments: [
        (OpenURLAction.Result.handled, true, []), (.discarded, false, []), (.systemAction, true, ["/a"]),
        (.systemAction(URL(fileURLWithPath: "/c")), true, ["/c"]),
    ])
    func `a custom OpenURLAction takes precedence over the system's`(
        _ result: OpenURLAction.Result, _ isAccepted: Bool, _ opened: [String]
    ) async throws {
        let host = Host { Opening().environment(\.openURL, OpenURLAction { _ in result }) }
        try host.press("Open")
        await host.settle()
        #expect(host.text.contains("accepted: \(isAccepted)"))
        #expect(host.opened.map(\.path) == opened)
    }

    @Test func `the tree contains the drawing modifiers`() {
        let host = Host {
            VStack(spacing: 4) { Text("Hi" as String).font(.headline).foregroundColor(.red) }
                .padding(8).background(Capsule().fill(.blue))
        }
        #expect(
            host.outline == """
                background alignment=center center
                  padding edges=top leading bottom trailing length=8.0
                    vstack alignment=center spacing=4.0
                      text "Hi" color=red font=headline
                  shape color=blue shape=capsule
                """)
    }

    private struct Metric: View {
        @ScaledMetric private var size = 10.0
        @Environment(\.layoutDirection) private var direction
        @Environment(\.locale) private var locale

        var body: some View { Text(verbatim: "\(size) \(direction) \(locale.identifier)") }
    }

    @Test func `the environment of a host sets the user's settings`() {
        let host = Host { Metric() }
        #expect(host.text == "10.0 leftToRight en_US")
        host.environment.dynamicTypeSize = .accessibility5
        host.environment.layoutDirection = .rightToLeft
        host.environment.locale = Locale(identifier: "ar")
        #expect(host.text == "31.0 rightToLeft ar")
    }
}
