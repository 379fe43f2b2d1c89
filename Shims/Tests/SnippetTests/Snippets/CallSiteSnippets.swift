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
    @StateObject private var release: AirworthyObject

    init(_ airworthy: Airworthy) { _release = StateObject(wrappedValue: AirworthyObject(airworthy)) }

    var body: some View { Text(release.decision.status.rawValue) }
}
// snippet.end

// snippet.observed
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
struct ObservedStatusRow: View {
    @State private var release: ObservedAirworthy

    init(_ airworthy: Airworthy) { _release = State(initialValue: ObservedAirworthy(airworthy)) }

    var body: some View { Text(release.decision.status.rawValue) }
}
// snippet.end

// snippet.environment
struct RefreshButton: View {
    @Environment(\.airworthy) private var airworthy

    var body: some View {
        Button("Refresh") { Task { await airworthy?.refresh() } }
    }
}
// snippet.end

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
