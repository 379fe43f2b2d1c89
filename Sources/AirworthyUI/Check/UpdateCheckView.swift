#if canImport(SwiftUI) && !os(watchOS)
public import Airworthy
import Foundation
public import SwiftUI

/// Asks for updates by hand, for a settings screen: the installed version, a button, what came of it, and the way there.
///
/// In TestFlight it asks for the newest build of this copy's testers. It never blocks: where an update is required, the gate
/// comes with the next launch.
public struct UpdateCheckView: View {
    @StateObject private var model: AirworthyModel
    @State private var state = CheckState.idle
    @State private var asked = 0
    @Environment(\.locale) private var locale
    @Environment(\.openURL) private var openURL
    @Environment(\.airworthyTheme) private var theme

    /// Makes the view.
    /// - Parameter airworthy: The client.
    public init(_ airworthy: Airworthy) { _model = StateObject(wrappedValue: .shared(for: airworthy)) }

    private var text: UIText { model.text(for: locale) }

    /// What it shows.
    public var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Text(verbatim: CheckResult.installed(model.airworthy.installation, text))
            if let result = state.result { found(result) }
            if state == .checking {
                ProgressLine(text: text[.checking])
            } else {
                Button {
                    state = .checking
                    asked += 1
                } label: {
                    Text(verbatim: text[.check]).multilineTextAlignment(.center).frame(minHeight: 32)
                }
                .buttonStyle(.bordered)
            }
        }
        .tint(theme.tint)
        .task(id: asked) {
            guard state == .checking, !Task.isCancelled else { return }
            let result = await model.check(text)
            // Whoever went away and comes back finds the question asked anew, not a failure.
            if !Task.isCancelled { state = .done(result) }
        }
        .task { await model.follow() }
    }

    @ViewBuilder private func found(_ result: CheckResult) -> some View {
        Text(verbatim: result.headline).font(.headline).announced(result.headline)
        ForEach(result.details, id: \.self) { Text(verbatim: $0) }
        if let notes = result.notes {
            Text(verbatim: notes.title).font(.subheadline.bold()).accessibilityAddTraits(.isHeader)
            Text(verbatim: notes.text)
        }
        if let links = result.links {
            Button {
                model.follow(result, open: open) { state = $0 ? .done(result) : .refused(result) }
            } label: {
                Text(verbatim: result.button).multilineTextAlignment(.center).frame(minHeight: 32)
            }
            .buttonStyle(.borderedProminent)
            if case .refused = state {
                SelectableText(text: text.refused(links)).announced(text.refused(links))
            }
        }
    }

    private func open(_ url: URL, _ done: @escaping @MainActor (Bool) -> Void) {
        openURL(url) { done($0) }
    }
}
#endif
