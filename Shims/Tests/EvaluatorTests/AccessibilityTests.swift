@_spi(Shim) import SwiftUI
import Testing

@MainActor @Suite struct AccessibilityTests {
    private func labels<Content: View>(@ViewBuilder _ content: @escaping () -> Content) -> [String] {
        Host(content: content).elements.map(\.label)
    }

    @Test func `texts and controls are read in order, images only with a label`() {
        let found = labels {
            Text("Title" as String)
            Image(systemName: "star")
            Image(systemName: "star").accessibilityLabel("Favourite" as String)
            Button("Press") {}
        }
        #expect(found == ["Title", "Favourite", "Press"])
    }

    @Test func `hidden views and views under a modal view are not read`() {
        let found = labels {
            ZStack {
                Button("Behind") {}
                VStack { Text("Hidden" as String) }.accessibilityHidden(true)
                VStack {
                    Text("Blocked" as String).accessibilityAddTraits(.isHeader)
                    Button("Update") {}
                }
                .padding()
                .accessibilityElement(children: .contain)
                .accessibilityAddTraits(.isModal)
            }
        }
        #expect(found == ["Blocked", "Update"])
    }

    @Test func `children are combined or replaced`() {
        let found = labels {
            HStack {
                Text("1.0" as String)
                Text("to 2.0" as String)
            }
            .accessibilityElement(children: .combine)
            HStack { Text("5" as String) }.accessibilityElement().accessibilityLabel("Five builds" as String)
        }
        #expect(found == ["1.0, to 2.0", "Five builds"])
    }

    @Test func `a view with a higher sort priority is read first`() {
        let found = labels {
            VStack {
                Text("second" as String)
                Text("first" as String).padding().accessibilitySortPriority(1)
            }
        }
        #expect(found == ["first", "second"])
    }

    @Test func `traits, values and states are recorded`() throws {
        let host = Host {
            Text("Title" as String).font(.title).accessibilityAddTraits([.isHeader, .updatesFrequently])
            Toggle("Wi-Fi" as String, isOn: .constant(true)).disabled(true)
            Text("half" as String).accessibilityValue("50 %" as String)
        }
        #expect(host.elements[0].traits == ["isHeader", "updatesFrequently"])
        #expect(host.elements[1].value == "1")
        #expect(!host.elements[1].isEnabled)
        #expect(host.elements[2].value == "50 %")
    }

    private struct Focused: View {
        @AccessibilityFocusState private var isFocused: Bool

        var body: some View {
            Text("Title" as String).accessibilityFocused($isFocused).onAppear { isFocused = true }
        }
    }

    @Test func `accessibility focus moves`() {
        let host = Host { Focused() }
        #expect(host.nodes.first?.accessibility.isFocused == true)
    }
}
