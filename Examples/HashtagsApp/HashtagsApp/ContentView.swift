import AirworthyUI
import SwiftUI

/// The user's collected hashtags.
struct ContentView: View {
    @State private var tags = ["#swift", "#sunset", "#coffee"]

    var body: some View {
        NavigationView {
            List {
                ForEach(tags, id: \.self) { Text(verbatim: $0) }
                // Hidden on the App Store until it is finished. A policy can switch it on and off.
                IfFeature("new-editor") {
                    NavigationLink("New tag") { EditorView(tags: $tags) }
                } otherwise: {
                    Button("Add a tag") { tags.append("#tag\(tags.count + 1)") }
                }
                Section {
                    NavigationLink("Settings") { SettingsView() }
                }
            }
            .navigationTitle("Hashtags")
            .overlay(alignment: .topTrailing) { DistributionBadge(ReleaseControl.airworthy).padding(.trailing) }
        }
        .navigationViewStyle(.stack)
    }
}
