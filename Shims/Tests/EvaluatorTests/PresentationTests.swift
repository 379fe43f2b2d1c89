@_spi(Shim) import SwiftUI
import Testing

@MainActor @Suite struct PresentationTests {
    private struct Sheets: View {
        var isFixed = false
        @State private var isShown = false
        @State private var dismissals = 0

        var body: some View {
            Text(verbatim: "dismissed \(dismissals)")
            Button("Show") { isShown = true }
                .sheet(isPresented: $isShown, onDismiss: { dismissals += 1 }) {
                    Inside().interactiveDismissDisabled(isFixed)
                }
        }
    }

    private struct Inside: View {
        @Environment(\.dismiss) private var dismiss

        var body: some View { Button("Done") { dismiss() } }
    }

    @Test func `a sheet is on top, and buttons below it cannot be pressed`() throws {
        let host = Host { Sheets() }
        #expect(host.sheet == nil)
        try host.press("Show")
        #expect(host.sheet?.nodes.map(\.text) == ["Done"])
        #expect(throws: Host.CannotDo.self) { try host.press("Show") }
        try host.press("Done")
        #expect(host.sheet == nil)
        #expect(host.text == "dismissed 1 Show")
    }

    @Test func `a sheet can be swiped away unless interactive dismissal is disabled`() throws {
        let host = Host { Sheets() }
        try host.press("Show")
        try host.swipeAway()
        #expect(host.text == "dismissed 1 Show")
        let fixed = Host { Sheets(isFixed: true) }
        try fixed.press("Show")
        #expect(throws: Host.CannotDo.self) { try fixed.swipeAway() }
        #expect(fixed.sheet != nil)
    }

    private struct Asking: View {
        var hasButtons = true
        @State private var isAsking = false
        @State private var answers: [String] = []

        var body: some View {
            Text(verbatim: "\(isAsking) \(answers)")
            Button("Ask") { isAsking = true }
                .alert("Sure?", isPresented: $isAsking) {
                    if hasButtons {
                        Button("Yes", role: .destructive) { answers.append("yes") }
                        Button("No", role: .cancel) { answers.append("no") }
                    }
                } message: {
                    Text("It cannot be undone." as String)
                }
        }
    }

    @Test func `any button of an alert closes it and clears its binding`() throws {
        let host = Host { Asking() }
        for answer in ["Yes", "No"] {
            try host.press("Ask")
            #expect(host.alert?.title == "Sure?")
            #expect(host.alert?.message == "It cannot be undone.")
            #expect(throws: Host.CannotDo.self) { try host.press("Ask") }
            #expect(throws: Host.CannotDo.self) { try host.swipeAway() }
            try host.press(answer)
            #expect(host.alert == nil)
        }
        #expect(host.text.hasPrefix(#"false ["yes", "no"]"#))
    }

    @Test func `an alert without buttons has the system's OK button`() throws {
        let host = Host { Asking(hasButtons: false) }
        try host.press("Ask")
        #expect(host.buttons == ["OK"])
        try host.press("OK")
        #expect(host.alert == nil)
    }

    private struct Dialog: View {
        @State private var isShown = true

        var body: some View {
            Text(verbatim: "shown: \(isShown)")
                .confirmationDialog("Which?", isPresented: $isShown) { Button("This one") {} }
        }
    }

    @Test func `a dialog is closed by a button or by a touch outside`() throws {
        let pressed = Host { Dialog() }
        try pressed.press("This one")
        #expect(pressed.text == "shown: false")
        let left = Host { Dialog() }
        #expect(left.confirmationDialog?.title == "Which?")
        try left.swipeAway()
        #expect(left.text == "shown: false")
    }

    @Test func `a sheet presented by a sheet lies above it`() throws {
        let host = Host {
            Text("below" as String).sheet(isPresented: .constant(true)) {
                Text("sheet" as String).sheet(isPresented: .constant(true)) { Text("above" as String) }
            }
        }
        #expect(host.presented.map { $0.nodes.map(\.text) } == [["sheet"], ["above"]])
        #expect(host.front.map(\.text) == ["above"])
    }

    @Test func `a navigation title and toolbar buttons are in the navigation bar`() throws {
        var isDone = false
        let host = Host {
            NavigationView {
                Text("content" as String)
                    .navigationTitle("Title")
                    .toolbar { ToolbarItem(placement: .cancellationAction) { Button("Done") { isDone = true } } }
            }
        }
        #expect(host.text == "Done Title content")
        try host.press("Done")
        #expect(isDone)
    }
}
