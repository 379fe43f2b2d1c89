import Airworthy
import AirworthyPolicy
import Foundation

/// What a check by hand came to, in words.
struct CheckResult: Hashable, Sendable {
    /// The line that says it.
    var headline: String
    /// The versions.
    var details: [String] = []
    var notes: ScreenContent.Notes?
    /// Where to go; `nil` if there is nowhere to go, or no need.
    var links: UpdateLinks?
    /// The name of the button that leads there.
    var button = ""
    /// What a press of it is an answer to, if it is one.
    var decision: Decision?
}

extension CheckResult {
    /// - Parameters:
    ///   - check: What the client found.
    ///   - text: The texts.
    init(_ check: UpdateCheck, _ text: UIText) {
        let decision = check.decision
        switch check.outcome {
        case .upToDate: self.init(headline: text[.checkCurrent])
        case .undetermined: self.init(headline: text[.checkUnknown])
        case .available(let update):
            self.init(headline: text[.checkAvailable])
            if let version = update.version {
                details.append(text.newest(Self.name(version, update.build, of: decision.channel)))
            }
            offer(UpdateLinks([update.url], platform: decision.platform), text, notes: update.notes)
            self.decision = decision
        }
    }

    /// - Parameters:
    ///   - report: What is on TestFlight.
    ///   - installation: The installed copy.
    ///   - text: The texts.
    ///   - now: The clock, for the beta's time.
    init(_ report: TestFlightReport, _ installation: Installation, _ text: UIText, at now: Date) {
        switch report.availability {
        case .current: self.init(headline: text[.checkCurrent])
        case .unknown: self.init(headline: text[.checkUnknown])
        case .newer: self.init(headline: text[.checkAvailable])
        case .needsNewerSystem(let version):
            self.init(headline: text.newestNeeds(system: "\(installation.platform.displayName) \(version)"))
        }
        if let newest = report.newest, report.availability != .current {
            details.append(text.newest(Self.name(newest.version, newest.build, of: installation.channel)))
        }
        if let expiry = report.expiresAt { details.append(text.expiry(Presentation.Countdown(to: expiry, at: now))) }
        if report.availability == .newer {
            offer(UpdateLinks(report.links, platform: installation.platform), text, notes: report.newest?.notes)
        }
    }

    private mutating func offer(_ links: UpdateLinks, _ text: UIText, notes: String?) {
        if !links.urls.isEmpty {
            self.links = links
            button = text[links.place == .testFlight ? .updateBeta : .update]
        }
        self.notes = notes.flatMap { $0.isEmpty ? nil : ScreenContent.Notes(title: text[.notesTitle], text: $0) }
    }

    /// E.g. `2.2.1`; in TestFlight `2.2.1 (310)`, because there builds differ and versions often do not.
    static func name(_ version: AppVersion, _ build: BuildNumber?, of channel: Channel) -> String {
        channel.isTestFlight ? build.map { "\(version) (\($0))" } ?? "\(version)" : "\(version)"
    }

    /// What is installed, as it is told.
    static func installed(_ installation: Installation, _ text: UIText) -> String {
        let build = installation.channel.isTestFlight ? installation.build : nil
        return text.installed(build.map { "\(installation.versionText) (\($0))" } ?? installation.versionText)
    }
}
