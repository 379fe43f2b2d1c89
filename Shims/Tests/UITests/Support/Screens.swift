import Airworthy
import AirworthyPolicy
import Foundation
@_spi(Shim) import SwiftUI

@testable import AirworthyUI

/// Foundation has one as well.
typealias Host = SwiftUI.Host

/// An app's content: a text, a button and state to lose.
struct Content: View {
    @State private var count = 0

    var body: some View {
        VStack {
            Text(verbatim: "Your tags: \(count)")
            Button {
                count += 1
            } label: {
                Text(verbatim: "Add")
            }
        }
    }
}

/// A window with a gate.
@MainActor func window(_ airworthy: Airworthy, holdLaunch: TimeInterval? = nil) -> Host {
    Host { Content().updateGate(airworthy, holdLaunch: holdLaunch) }
}

enum Samples {
    static let appStore = "itunes.apple.com"
    static let files = "files.example.com"
    static let config = Airworthy.Setup.config(URL(string: "https://files.example.com/config.json")!)
    static let lookup = Airworthy.Setup.appStore(id: 42, country: "JP")

    /// A policy in the app's code.
    static func rules(_ rules: String) throws -> Airworthy.Setup {
        let text = #"{"schema": 1, "app": "tour", "appleID": 42, "rules": [\#(rules)]}"#
        return Airworthy.Setup(policy: [.rules(try Policy(json: Array(text.utf8)))])
    }

    /// A policy that requires an update below this version.
    static func config(minimum: String) -> [UInt8] {
        Array(
            """
            {"url": "https://apps.apple.com/app/id42", "version": "\(minimum)", "minimum_version": "\(minimum)"}
            """.utf8)
    }

    /// The App Store offers this version.
    static func listing(_ version: String) -> [UInt8] {
        Array(
            """
            {"resultCount": 1, "results": [{"kind": "software", "version": "\(version)", "trackId": 42,
            "currentVersionReleaseDate": "2026-11-01T00:00:00Z", "trackViewUrl": "https://apps.apple.com/jp/app/x/id42"}]}
            """.utf8)
    }

    static func update(url: String = "https://apps.apple.com/app/id42") -> Decision.Update {
        Decision.Update(version: try? AppVersion("2.0"), build: try? BuildNumber("200"), url: url)
    }

    /// A decision that the screens show.
    static func decision(
        _ status: Decision.Status, _ channel: Channel = .appstore, url: String = "https://apps.apple.com/app/id42"
    ) -> Decision {
        let copy = Installation(
            platform: .ios, version: "1.5", build: try? BuildNumber("150"), channel: channel, language: "en")
        var decision = Decision(status, for: copy)
        if status == .recommended || status == .required { decision.update = update(url: url) }
        if status == .requiredUnavailable { decision.blocking = true }
        if status == .maintenance {
            decision.maintenance = Maintenance(until: .distantFuture, url: "https://status.example.com")
        }
        decision.support = "https://help.example.com"
        decision.rule = "rule"
        return decision
    }
}

extension FakeWorld {
    /// A client with a fixed decision and this world's clock.
    func preview(_ decision: Decision) -> Airworthy { .preview(decision, environment: environment) }
}

extension Host {
    /// The readable text of all layers.
    var everything: String { (nodes + presented.flatMap(\.nodes)).map(\.text).joined(separator: " ") }

    /// Whether the app's own button is enabled.
    var canWork: Bool { buttons.contains("Add") }

    func leave() async {
        enter(.background)
        await settle()
    }

    func comeBack() async {
        enter(.active)
        await settle()
    }
}

extension Airworthy {
    /// Returns the events of prompts so far: that one was shown, its answers, and the trips to the store.
    func promptEvents() async -> [String] {
        let events = events
        // An event that marks the end of the earlier ones.
        didShow(Presentation(.maintenance(until: .distantPast, isRechecking: false)))
        var told: [String] = []
        for await event in events {
            switch event {
            case .answered(let answer, _): told.append("\(answer)")
            case .storeTrip(_, let opened): told.append("trip \(opened)")
            case .prompted: told.append("prompted")
            case .blocked: return told
            default: break
            }
        }
        return told
    }
}
