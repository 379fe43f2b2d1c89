import Airworthy
import AirworthyPolicy
import AirworthyTexts
import Foundation

/// The result of a manual update check, as texts.
struct CheckResult: Hashable, Sendable {
    /// The line that states the result.
    var headline: String
    /// Further lines: the versions and the remaining time of a beta.
    var details: [String] = []
    var notes: ScreenContent.Notes?
    /// The links to the update; `nil` if there is no update or no link.
    var links: UpdateLinks?
    /// The title of the button that opens ``links``.
    var button = ""
    /// The decision that a press of the button answers; `nil` for a result from TestFlight.
    var decision: Decision?
}

/// The state of a manual update check.
enum CheckState: Hashable, Sendable {
    case idle
    case checking
    case done(CheckResult)
    /// The system opened none of the result's links.
    case refused(CheckResult)

    var result: CheckResult? {
        switch self {
        case .idle, .checking: nil
        case .done(let result), .refused(let result): result
        }
    }
}

extension CheckResult {
    /// Creates the result of a check by the client.
    /// - Parameters:
    ///   - check: The client's check.
    ///   - text: The texts.
    init(_ check: UpdateCheck, text: UIText) {
        let decision = check.decision
        switch check.outcome {
        case .upToDate: self.init(headline: text[.checkCurrent])
        case .undetermined:
            self.init(headline: text[check.obstacle == nil ? .checkUnknown : .checkImpossible])
            // For those who can do something about it, or who know somebody who can.
            if let obstacle = check.obstacle, decision.channel.isDeveloper || decision.channel == .adhoc {
                details.append(obstacle)
            }
        case .available(let update):
            self.init(headline: text[.checkAvailable])
            if let version = update.version {
                details.append(text.newest(Self.name(version, build: update.build, channel: decision.channel)))
            }
            offer(UpdateLinks([update.url], platform: decision.platform), notes: update.notes, text: text)
            self.decision = decision
        }
    }

    /// Creates the result of a check in TestFlight.
    /// - Parameters:
    ///   - report: The server's report about TestFlight.
    ///   - installation: The installed app.
    ///   - text: The texts.
    ///   - now: The current time, for the remaining time of the beta.
    init(_ report: TestFlightReport, installation: Installation, text: UIText, at now: Date) {
        switch report.availability {
        case .current: self.init(headline: text[.checkCurrent])
        case .unknown: self.init(headline: text[.checkUnknown])
        case .newer: self.init(headline: text[.checkAvailable])
        case .needsNewerSystem(let version):
            self.init(headline: text.newestNeeds(system: "\(installation.platform.displayName) \(version)"))
        }
        if let newest = report.newest, report.availability != .current {
            details.append(
                text.newest(Self.name(newest.version, build: newest.build, channel: installation.channel)))
        }
        if let expiry = report.expiresAt { details.append(text.expiry(Presentation.Countdown(to: expiry, at: now))) }
        if report.availability == .newer {
            let links = UpdateLinks(report.links, platform: installation.platform)
            offer(links, notes: report.newest?.notes, text: text)
        }
    }

    private mutating func offer(_ links: UpdateLinks, notes: String?, text: UIText) {
        if !links.urls.isEmpty {
            self.links = links
            button = text[links.place == .testFlight ? .updateBeta : .update]
        }
        self.notes = notes.flatMap { $0.isEmpty ? nil : ScreenContent.Notes(title: text[.notesTitle], text: $0) }
    }

    /// Returns e.g. `2.2.1`, or `2.2.1 (310)` in TestFlight, where builds of one version differ.
    private static func name(_ version: AppVersion, build: BuildNumber?, channel: Channel) -> String {
        channel.isTestFlight ? build.map { "\(version) (\($0))" } ?? "\(version)" : "\(version)"
    }

    /// Returns the line that names the installed version.
    static func installed(_ installation: Installation, text: UIText) -> String {
        let build = installation.channel.isTestFlight ? installation.build : nil
        return text.installed(build.map { "\(installation.versionText) (\($0))" } ?? installation.versionText)
    }
}
