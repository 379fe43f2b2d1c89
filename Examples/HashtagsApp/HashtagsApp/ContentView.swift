import AirworthyUI
import SwiftUI

/// The hashtags somebody collected.
struct ContentView: View {
    @State private var tags = ["#swift", "#sunset", "#coffee"]

    var body: some View {
        NavigationView {
            List {
                ForEach(tags, id: \.self) { Text(verbatim: $0) }
                // Dark on the App Store until it is finished; a policy can switch it on, or off again.
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
