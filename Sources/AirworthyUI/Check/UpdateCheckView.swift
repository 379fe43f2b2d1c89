#if canImport(SwiftUI)
import AirworthyTexts
public import Airworthy
import AirworthyPolicy
import Foundation
public import SwiftUI

/// A manual update check for a settings screen: the installed version, a button, the result, and a link to the update.
///
/// ```swift
/// Section { UpdateCheckView(airworthy) }
/// ```
/// In TestFlight the view looks for the newest build for this user's group of testers. A check never blocks the app: if an
/// update is required, the gate appears at the next launch.
public struct UpdateCheckView: View {
    @StateObject private var model: AirworthyModel
    @State private var state = CheckState.idle
    @State private var requestCount = 0
    @Environment(\.locale) private var locale
    @Environment(\.openURL) private var openURL
    @Environment(\.airworthyTheme) private var theme

    /// Creates the view. It makes no network request before the user presses the button.
    /// - Parameter airworthy: The client.
    public init(_ airworthy: Airworthy) { _model = StateObject(wrappedValue: .shared(for: airworthy)) }

    private var text: UIText { model.text(for: locale) }

    /// The content of the view.
    public var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Text(verbatim: CheckResult.installed(model.airworthy.installation, text: text))
            if let result = state.result { details(of: result) }
            if state == .checking {
                ProgressLine(text: text[.checking])
            } else {
                Button {
                    state = .checking
                    requestCount += 1
                } label: {
                    Text(verbatim: text[.check]).multilineTextAlignment(.center).frame(minHeight: 32)
                }
                .buttonStyle(.bordered)
            }
        }
        .tint(theme.tint)
        .task(id: requestCount) {
            guard state == .checking, !Task.isCancelled else { return }
            let result = await model.check(text: text)
            // A view that disappears during the check repeats it on return, instead of showing a failure.
            if !Task.isCancelled { state = .done(result) }
        }
        .task { await model.followDecisions() }
    }

    @ViewBuilder private func details(of result: CheckResult) -> some View {
        Text(verbatim: result.headline).font(.headline).announced(result.headline)
        ForEach(result.details, id: \.self) { @Sendable line in Text(verbatim: line) }
        if let notes = result.notes {
            Text(verbatim: notes.title).font(.subheadline.bold()).accessibilityAddTraits(.isHeader)
            Text(verbatim: notes.text)
        }
        if let links = result.links {
            Button {
                model.openUpdate(of: result, open: openURL.opener) { state = $0 ? .done(result) : .refused(result) }
            } label: {
                Text(verbatim: result.button).multilineTextAlignment(.center).frame(minHeight: 32)
            }
            .buttonStyle(.borderedProminent)
            if case .refused = state {
                SelectableText(text: text.refused(links)).announced(text.refused(links))
            }
        }
    }
}

extension AirworthyModel {
    /// Checks for an update. In TestFlight the server answers first, because it knows the builds of each group of testers.
    fileprivate func check(text: UIText) async -> CheckResult {
        let installation = airworthy.installation
        if installation.channel.isTestFlight, let report = try? await airworthy.checkTestFlight() {
            return CheckResult(report, installation: installation, text: text, at: now())
        }
        return CheckResult(await airworthy.check(), text: text)
    }

    /// Opens the first link of a result that the system accepts, then calls `done` with whether one opened.
    fileprivate func openUpdate(
        of result: CheckResult, open: @escaping LinkOpener, done: @escaping @MainActor (Bool) -> Void
    ) {
        guard let links = result.links else { return }
        if let decision = result.decision { airworthy.answer(.update, to: decision) }
        links.openFirst(with: open) { [airworthy] opened in
            if let decision = result.decision { airworthy.didOpenStore(for: decision, succeeded: opened) }
            done(opened)
        }
    }
}
#endif
