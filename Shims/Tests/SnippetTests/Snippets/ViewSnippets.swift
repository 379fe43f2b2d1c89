import Airworthy
import AirworthyUI
import SwiftUI

private typealias NewEditor = SampleContent
private typealias OldEditor = SampleContent
private typealias Timeline = SampleContent
private typealias ShareView = SampleContent

@MainActor private func feature() -> some View {
    // snippet.if-feature
    IfFeature("new-editor") {
        NewEditor()
    } otherwise: {
        OldEditor()
    }
    // snippet.end
}

@MainActor private func change() -> some View {
    // snippet.feature
    Timeline()
        .feature("big-type") { $0.font(.largeTitle) }
    // snippet.end
}

@MainActor private func development(_ airworthy: Airworthy) -> some View {
    // snippet.development
    IfInDevelopment {
        NavigationLink("Release control") { AirworthyDebugView(airworthy) }
    }
    // snippet.end
}

@MainActor private func badge(_ airworthy: Airworthy) -> some View {
    // snippet.badge
    Text("About")
        .overlay(alignment: .topTrailing) { DistributionBadge(airworthy) }
    // snippet.end
}

@MainActor private func tintedBadge(_ airworthy: Airworthy) -> some View {
    // snippet.badge-tinted
    DistributionBadge(airworthy)
        .badgeStyle(.tinted)
    // snippet.end
}

@MainActor private func checkAtOnce(_ airworthy: Airworthy) -> some View {
    // snippet.check-on-appear
    UpdateCheckView(airworthy, checksOnAppear: true)
    // snippet.end
}

@MainActor private func checkForTesters(_ airworthy: Airworthy) -> some View {
    // snippet.check-for-testers
    UpdateCheckView(airworthy, hidesOnAppStore: true)
    // snippet.end
}

@MainActor private func openTestFlight(_ airworthy: Airworthy) -> some View {
    // snippet.open-testflight
    Button("Open TestFlight") {
        Task { await airworthy.openTestFlight() }
    }
    // snippet.end
}

@MainActor private func share(_ airworthy: Airworthy) -> some View {
    // snippet.without-gate
    ShareView()
        .airworthyFeatures(airworthy)
    // snippet.end
}

@MainActor private func check(_ airworthy: Airworthy) -> some View {
    // snippet.check-view
    Section {
        UpdateCheckView(airworthy)
    }
    // snippet.end
}

@MainActor private func panel(_ airworthy: Airworthy) -> some View {
    // snippet.debug-panel
    IfInDevelopment {
        Section {
            NavigationLink("Why?") { AirworthyDebugView(airworthy) }
        }
    }
    // snippet.end
}
