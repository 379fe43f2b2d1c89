import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

/// The form that withdraws a release.
struct WithdrawalForm: Sendable {
    /// What somebody sent.
    struct Entry: Sendable {
        var release: String
        var confirmation: String
        /// What is wrong with the confirmation.
        var problem: String?
        /// Whom the withdrawal would hit; `nil` unless somebody asked.
        var effect: Effect?
    }

    /// The predicted effect of a withdrawal.
    struct Effect: Sendable {
        let impact: ImpactModel?
        /// Why there is none.
        let problem: String?

        init(_ forecast: ImpactForecast?, now: Date) {
            impact = forecast.map { ImpactModel($0, now: now) }
            problem =
                impact == nil
                ? "This server publishes no policy for the app, so it does not know whom a withdrawal hits." : nil
        }
    }

    let options: [Choice]
    let entry: Entry?

    /// The releases that can be chosen; older ones can be named on the command line.
    private static let mostOptions = 60

    /// Creates the form; `nil` if no release is known.
    init?(_ merged: MergedCatalog?, showsPlatform: Bool, entry: Entry?) {
        var all: [Choice] = []
        var seen: Set<String> = []
        func add(_ platform: Platform, _ version: AppVersion, _ build: BuildNumber?) {
            // No build stands for every one.
            let value = "\(platform)|\(version)|\(build?.description ?? "")"
            guard seen.insert(value).inserted else { return }
            let name = "\(version)\(build.map { " (\($0))" } ?? ", every build")"
            all.append(
                Choice(
                    value: value, label: showsPlatform ? "\(platform.displayName) \(name)" : name,
                    isChosen: value == entry?.release))
        }
        for release in merged?.catalog.releases ?? [] where release.offers.contains(where: { $0.state != .withdrawn }) {
            add(release.platform, release.version, nil)
            if release.build != nil { add(release.platform, release.version, release.build) }
        }
        guard !all.isEmpty else { return nil }
        options = Array(all.prefix(Self.mostOptions))
        self.entry = entry
    }

    /// Reads the release that was chosen; `nil` if it cannot be read.
    static func order(_ entry: Entry, for app: App) -> OperatorOrder? {
        let parts = entry.release.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let version = try? AppVersion(parts[1]) else { return nil }
        let platform = Platform(parts[0])
        let build = parts[2].isEmpty ? nil : try? BuildNumber(parts[2])
        guard platform.isKnown || app.platforms.contains(platform), parts[2].isEmpty || build != nil else { return nil }
        return .withdraw(version, build: build, platform: platform)
    }

    /// What is missing before a release can be withdrawn; `nil` if nothing is.
    static func problem(of entry: Entry, order: OperatorOrder?) -> String? {
        guard case .withdraw(let version, _, _)? = order else { return "Choose a release." }
        guard entry.confirmation == "\(version)" else {
            return "Type the version, \(version), to confirm. Nothing was withdrawn."
        }
        return nil
    }
}
