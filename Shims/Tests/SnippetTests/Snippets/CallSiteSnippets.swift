import AirworthyUI
import Foundation
import SwiftUI

private typealias ContentView = SampleContent

// snippet.feature-flag
struct TimelineView: View {
    @FeatureFlag("columns", default: 2) private var columns
    @FeatureFlag(.newEditor) private var hasNewEditor

    var body: some View {
        VStack {
            Text("\(columns) columns")
            if hasNewEditor { Text("New editor") }
        }
    }
}

extension FeatureKey where Value == Bool {
    static var newEditor: Self { FeatureKey("new-editor", default: false) }
}
// snippet.end

@MainActor func featurePreview() -> some View {
    // snippet.feature-preview
    TimelineView()
        .airworthyFeatures(previewing: ["new-editor": true, "columns": 3])
    // snippet.end
}

// snippet.observable-object
struct StatusRow: View {
    @EnvironmentObject private var release: AirworthyObject

    var body: some View { Text(release.decision.status.rawValue) }
}
// snippet.end

// snippet.observed
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
struct ObservedStatusRow: View {
    @Environment(ObservedAirworthy.self) private var release

    var body: some View {
        Text(release.decision.status.rawValue)
        Button("Refresh") { Task { await release.airworthy.refresh() } }
    }
}
// snippet.end

@MainActor func alertPrompt(_ airworthy: Airworthy) -> some View {
    // snippet.prompt-alert
    ContentView()
        .updateGate(airworthy, prompt: .alert)
    // snippet.end
}

@MainActor func whatsNew(_ airworthy: Airworthy) -> some View {
    // snippet.whats-new
    ContentView()
        .whatsNew()
        .updateGate(airworthy)
    // snippet.end
}

@MainActor func whatsNewRow(_ airworthy: Airworthy) -> some View {
    // snippet.whats-new-row
    Section {
        WhatsNewView(airworthy)
    }
    // snippet.end
}
