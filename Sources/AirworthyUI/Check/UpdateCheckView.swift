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
///
/// App Review has rejected apps for a visible update check. With `hidesOnAppStore` only testers and developers see it. On iOS 15 to 17.3
/// App Review counts as TestFlight and sees it, too.
public struct UpdateCheckView: View {
    private let checksOnAppear: Bool
    private let hidesOnAppStore: Bool
    @StateObject private var model: AirworthyModel
    @State private var state = CheckState.idle
    @State private var requestCount = 0
    @Environment(\.locale) private var locale
    @Environment(\.openURL) private var openURL
    @Environment(\.airworthyTheme) private var theme

    /// Creates the view. By default it makes no network request before the user presses the button.
    /// - Parameters:
    ///   - airworthy: The client.
    ///   - checksOnAppear: Whether the view checks as soon as it appears.
    ///   - hidesOnAppStore: Whether the view is empty on the App Store and where the channel is unknown or not certain, so also in App Review
    ///     unless that looks like TestFlight.
    public init(_ airworthy: Airworthy, checksOnAppear: Bool = false, hidesOnAppStore: Bool = false) {
        self.checksOnAppear = checksOnAppear
        self.hidesOnAppStore = hidesOnAppStore
        _model = StateObject(wrappedValue: .shared(for: airworthy))
    }

    private var text: UIText { model.text(for: locale) }

    /// The content of the view.
    public var body: some View {
        content.task { await model.followDecisions() }
    }

    @ViewBuilder private var content: some View {
        if !hidesOnAppStore || model.isOutsideAppStore {
            check.onAppear { if checksOnAppear, state == .idle { start() } }
        }
    }

    private var check: some View {
        VStack(alignment: .leading, spacing: 12) {
            if state.result?.versions == nil {
                Text(verbatim: CheckResult.installed(model.airworthy.installation, text: text))
            }
            if let result = state.result { details(of: result) }
            if state == .checking {
                ProgressLine(text: text[.checking])
            } else {
                Button(action: start) {
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
    }

    private func start() {
        state = .checking
        requestCount += 1
    }

    @ViewBuilder private func details(of result: CheckResult) -> some View {
        Label {
            Text(verbatim: result.headline)
        } icon: {
            Image(systemName: result.symbol).foregroundColor(theme.tint ?? .accentColor).accessibilityHidden(true)
        }
        .font(.headline)
        .announced(result.headline)
        if let versions = result.versions {
            Text(verbatim: versions.line).accessibilityLabel(Text(verbatim: versions.spoken))
        }
        ForEach(result.details, id: \.self) { @Sendable line in Text(verbatim: line) }
        if let notes = result.notes {
            VStack(alignment: .leading, spacing: 4) {
                Text(verbatim: notes.title).font(.subheadline.bold()).accessibilityAddTraits(.isHeader)
                Text(verbatim: notes.text).font(.subheadline).foregroundColor(.secondary)
            }
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
    /// Whether the app is certainly neither from the App Store nor in App Review.
    fileprivate var isOutsideAppStore: Bool {
        switch decision.channel {
        case .debug, .testflight: isDevelopment
        case .appstore, .unknown: false
        case .adhoc, .marketplace, .web, .enterprise, .play, .sideload, .other: true
        }
    }

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
