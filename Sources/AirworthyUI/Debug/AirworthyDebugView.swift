#if canImport(SwiftUI) && !os(watchOS)
public import Airworthy
import AirworthyPolicy
import Foundation
public import SwiftUI

/// What the client knows and why it decides as it does: the facts, the policy and its age, the decision with its trace. A
/// channel can be pretended, and a version tried out.
///
/// For developers, in English. Keep it behind ``IfInDevelopment``.
public struct AirworthyDebugView: View {
    /// What can be pretended; copies that people got from a store ignore it.
    private static let channels: [Channel?] = [
        nil, .debug, .testflight(.internal), .testflight(.external), .testflight(nil), .adhoc, .appstore, .unknown,
    ]

    @StateObject private var model: AirworthyModel
    @State private var version = ""
    @State private var build = ""
    @State private var pretended: Channel?
    @State private var asked = 0

    /// Makes the view.
    /// - Parameter airworthy: The client.
    public init(_ airworthy: Airworthy) {
        _model = StateObject(wrappedValue: .shared(for: airworthy))
        _pretended = State(initialValue: airworthy.channelOverride)
    }

    /// What it shows.
    public var body: some View {
        List {
            Section {
                TextField("Version", text: $version)
                TextField("Build", text: $build)
                Picker("Channel", selection: $pretended) {
                    ForEach(Self.channels, id: \.self) { channel in
                        Text(verbatim: channel?.description ?? "as detected").tag(channel)
                    }
                }
                Button("Ask again") { asked += 1 }
            } header: {
                Text(verbatim: "What if")
            }
            ForEach(DebugReport(model.airworthy, version: version, build: build).sections, id: \.title) { section in
                Section {
                    ForEach(section.rows, id: \.self) { row in
                        DebugRow(row: row)
                    }
                } header: {
                    Text(verbatim: section.title)
                }
            }
        }
        // English in every app: names, versions and builds would change places otherwise.
        .environment(\.layoutDirection, .leftToRight)
        .task(id: pretended) { model.airworthy.overrideChannel(pretended) }
        .task(id: asked) { if asked > 0 { _ = await model.airworthy.check() } }
        .task { await model.follow() }
    }
}

/// A name over its value, so that neither is cut off in large text.
private struct DebugRow: View {
    let row: DebugReport.Row

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            if !row.name.isEmpty { Text(verbatim: row.name).font(.caption).foregroundColor(.secondary) }
            SelectableText(text: row.value).font(.body)
        }
        .accessibilityElement(children: .combine)
    }
}
#endif
