#if canImport(SwiftUI)
public import Airworthy
import AirworthyPolicy
import Foundation
public import SwiftUI

/// A debug panel with the state of the client: the installation, the policy in force, and the decision with its trace.
///
/// Developers can simulate another version or channel. The panel is in English. Show it only in development:
///
/// ```swift
/// IfInDevelopment { AirworthyDebugView(airworthy) }
/// ```
public struct AirworthyDebugView: View {
    /// The channels to simulate. Installations from a store ignore the choice.
    private static let channels: [Channel?] = [
        nil, .debug, .testflight(.internal), .testflight(.external), .testflight(nil), .adhoc, .appstore, .unknown,
    ]

    @StateObject private var model: AirworthyModel
    @State private var version = ""
    @State private var build = ""
    @State private var simulated: Channel?
    @State private var checkCount = 0

    /// Creates the panel.
    /// - Parameter airworthy: The client.
    public init(_ airworthy: Airworthy) {
        _model = StateObject(wrappedValue: .shared(for: airworthy))
        _simulated = State(initialValue: airworthy.channelOverride)
    }

    /// The sections of the panel.
    public var body: some View {
        List {
            Section {
                TextField("Version", text: $version)
                TextField("Build", text: $build)
                Picker("Channel", selection: $simulated) {
                    ForEach(Self.channels, id: \.self) { @Sendable channel in
                        Text(verbatim: channel?.description ?? "as detected").tag(channel)
                    }
                }
                Button("Check now") { checkCount += 1 }
            } header: {
                Text(verbatim: "Simulate")
            }
            ForEach(DebugReport(model.airworthy, version: version, build: build).sections, id: \.title) {
                @Sendable section in DebugSection(section)
            }
            DebugSummary(summary: model.airworthy.summary, shortReport: model.airworthy.shortReport)
        }
        // The panel is in English in every app. In a right-to-left layout its names, versions and builds would swap places.
        .environment(\.layoutDirection, .leftToRight)
        .task(id: simulated) { model.airworthy.overrideChannel(simulated) }
        .task(id: checkCount) { if checkCount > 0 { _ = await model.airworthy.check() } }
        .task { await model.followDecisions() }
    }
}

/// A heading with its rows.
private struct DebugSection: View {
    private let section: DebugReport.Section

    nonisolated init(_ section: DebugReport.Section) { self.section = section }

    var body: some View {
        Section {
            ForEach(section.rows, id: \.self) { @Sendable row in DebugRow(row) }
        } header: {
            Text(verbatim: section.title)
        }
    }
}

/// A name above its value, so that large text cuts off neither.
private struct DebugRow: View {
    private let row: DebugReport.Row

    nonisolated init(_ row: DebugReport.Row) { self.row = row }

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            if !row.name.isEmpty { Text(verbatim: row.name).font(.caption).foregroundColor(.secondary) }
            SelectableText(text: row.value).font(.body)
        }
        .accessibilityElement(children: .combine)
    }
}
#endif
