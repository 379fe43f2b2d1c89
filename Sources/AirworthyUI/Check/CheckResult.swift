import Airworthy
import AirworthyPolicy
import AirworthyTexts
import Foundation

/// The result of a manual update check, as texts.
struct CheckResult: Hashable, Sendable {
    /// The line that states the result.
    var headline: String
    /// The system symbol of the result.
    var symbol: String
    /// The way from the installed to the newest version, in one line; `nil` if there is no newer version.
    var versions: Versions?
    /// Further lines: the remaining time of a beta, or what stands in the way.
    var details: [String] = []
    var notes: ScreenContent.Notes?
    /// The links to the update; `nil` if there is no update or no link.
    var links: UpdateLinks?
    /// The title of the button that opens ``links``.
    var button = ""
    /// The decision that a press of the button answers; `nil` for a result from TestFlight.
    var decision: Decision?
}

extension CheckResult {
    /// The installed and the newest version.
    struct Versions: Hashable, Sendable {
        /// The line, e.g. `2.2.0 → 2.2.1`.
        let line: String
        /// The same for VoiceOver, which reads an arrow as such.
        let spoken: String
    }

    fileprivate enum Symbol {
        static let current = "checkmark.circle.fill"
        static let available = "arrow.down.circle.fill"
        static let unknown = "questionmark.circle"
        static let blocked = "exclamationmark.circle"
    }
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
        case .upToDate: self.init(headline: text[.checkCurrent], symbol: Symbol.current)
        case .undetermined:
            self.init(
                headline: text[check.obstacle == nil ? .checkUnknown : .checkImpossible], symbol: Symbol.unknown)
            // For those who can do something about it, or who know somebody who can.
            if let obstacle = check.obstacle, decision.channel.isDeveloper || decision.channel == .adhoc {
                details.append(obstacle)
            }
        case .available(let update):
            self.init(headline: text[.checkAvailable], symbol: Symbol.available)
            versions = update.version.map { version in
                Versions(
                    from: Self.name(
                        decision.installedVersion, build: decision.installedBuild, channel: decision.channel),
                    to: Self.name("\(version)", build: update.build, channel: decision.channel), text: text)
            }
            let links = UpdateLinks([update.url], platform: decision.platform)
            offer(links, notes: update.notes, channel: decision.channel, text: text)
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
        case .current: self.init(headline: text[.checkCurrent], symbol: Symbol.current)
        case .unknown: self.init(headline: text[.checkUnknown], symbol: Symbol.unknown)
        case .newer: self.init(headline: text[.checkAvailable], symbol: Symbol.available)
        case .needsNewerSystem(let version):
            self.init(
                headline: text.newestNeeds(system: "\(installation.platform.displayName) \(version)"),
                symbol: Symbol.blocked)
        }
        if let newest = report.newest, report.availability != .current {
            versions = Versions(
                from: Self.name(installation),
                to: Self.name("\(newest.version)", build: newest.build, channel: .testflight(nil)),
                text: text)
        }
        if let expiry = report.expiresAt { details.append(text.expiry(Presentation.Countdown(to: expiry, at: now))) }
        if report.availability == .newer {
            let links = UpdateLinks(report.links, platform: installation.platform)
            offer(links, notes: report.newest?.notes, channel: installation.channel, text: text)
        }
    }

    private mutating func offer(_ links: UpdateLinks, notes: String?, channel: Channel, text: UIText) {
        if !links.urls.isEmpty {
            self.links = links
            button = text[links.place == .testFlight ? .updateBeta : .update]
        }
        let title = text[channel.isTestFlight ? .notesTitleBeta : .notesTitle]
        self.notes = notes.flatMap { $0.isEmpty ? nil : ScreenContent.Notes(title: title, text: $0) }
    }

    /// Returns e.g. `2.2.1`, or `2.2.1 (310)` in TestFlight, where builds of one version differ.
    private static func name(_ version: String, build: BuildNumber?, channel: Channel) -> String {
        channel.isTestFlight ? build.map { "\(version) (\($0))" } ?? version : version
    }

    private static func name(_ installation: Installation) -> String {
        name(installation.versionText, build: installation.build, channel: installation.channel)
    }

    /// Returns the line that names the installed version.
    static func installed(_ installation: Installation, text: UIText) -> String {
        text.installed(name(installation))
    }
}

extension CheckResult.Versions {
    fileprivate init(from installed: String, to newest: String, text: UIText) {
        line = text.versions(installed: installed, newest: newest)
        spoken = "\(text.installed(installed)). \(text.newest(newest))."
    }
}
