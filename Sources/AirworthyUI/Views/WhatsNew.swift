#if canImport(SwiftUI)
import AirworthyTexts
public import Airworthy
import Foundation
public import SwiftUI

/// The release notes of the installed version. Empty as long as no source has any.
///
/// ```swift
/// Section { WhatsNewView(airworthy) }
/// ```
public struct WhatsNewView: View {
    @StateObject private var model: AirworthyModel
    @Environment(\.locale) private var locale

    /// Creates the view.
    /// - Parameter airworthy: The client.
    public init(_ airworthy: Airworthy) { _model = StateObject(wrappedValue: .shared(for: airworthy)) }

    /// The notes with their heading.
    public var body: some View {
        Group {
            if let news = model.airworthy.installedNotes {
                ReleaseNotes(title: model.text(for: locale)[.notesTitle], text: news.notes)
            }
        }
        .task { await model.followDecisions() }
    }
}

extension View {
    /// Shows the release notes once after an update, in a sheet that the user can close. Place it inside `updateGate`.
    ///
    /// It waits until the launch is over and no gate and no prompt is visible. Without notes of the installed release there is no
    /// sheet. After a first installation there is none either.
    ///
    /// ```swift
    /// ContentView()
    ///     .whatsNew()
    ///     .updateGate(airworthy)
    /// ```
    /// - Returns: The view with the sheet.
    public func whatsNew() -> some View { modifier(WhatsNewSheet()) }
}

private struct WhatsNewSheet: ViewModifier {
    @Environment(\.airworthyModel) private var model
    @Environment(\.locale) private var locale
    @State private var news: Airworthy.WhatsNew?

    func body(content: Content) -> some View {
        content
            .task { await follow() }
            .sheet(item: $news) { news in
                VStack(alignment: .leading, spacing: 16) {
                    ScrollView {
                        ReleaseNotes(title: model?.text(for: locale)[.notesTitle] ?? "", text: news.notes)
                            .frame(maxWidth: .infinity, alignment: .leading)
                    }
                    Button {
                        self.news = nil
                    } label: {
                        Text(verbatim: model?.text(for: locale)[.close] ?? "").frame(maxWidth: .infinity)
                    }
                    .buttonStyle(.borderedProminent)
                }
                .padding()
            }
    }

    private func follow() async {
        guard let airworthy = model?.airworthy else { return }
        for await _ in airworthy.decisions {
            await airworthy.launchSettled()
            guard !Task.isCancelled else { return }
            // Of several scenes the first one shows the notes.
            guard let news = airworthy.whatsNew else { continue }
            airworthy.didShowWhatsNew()
            self.news = news
            return
        }
    }
}

private struct ReleaseNotes: View {
    let title: String
    let text: String

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Text(verbatim: title).font(.headline).accessibilityAddTraits(.isHeader)
            Text(verbatim: text)
        }
    }
}
#endif
