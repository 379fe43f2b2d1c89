import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

/// The form that withdraws a release.
struct WithdrawalForm: Sendable {
    /// A release to choose.
    struct Option: Hashable, Sendable {
        /// Platform, version and build, separated by `|`; no build stands for every one.
        let value: String
        let label: String
        var isSelected = false
    }

    /// What somebody sent.
    struct Entry: Sendable {
        var release: String
        var confirmation: String
        var problem: String?
        /// The predicted effect.
        var effect: Effect?
    }

    /// The predicted effect of a withdrawal.
    enum Effect: Sendable {
        case impact(ImpactModel)
        /// Why there is none.
        case unknown(String)

        init(_ forecast: ImpactForecast?, now: Date) {
            self =
                forecast.map { .impact(ImpactModel($0, now: now)) }
                ?? .unknown("This server publishes no policy for the app, so it does not know whom a withdrawal hits.")
        }
    }

    let options: [Option]
    let confirmation: String
    /// What is wrong with the confirmation.
    let problem: String?
    /// Whom the withdrawal would hit; `nil` unless somebody asked.
    let impact: ImpactModel?
    /// Why that cannot be said.
    let impactProblem: String?

    /// The releases that can be chosen; older ones can be named on the command line.
    private static let mostOptions = 60

    /// Creates the form; `nil` if no release is known.
    init?(_ merged: MergedCatalog?, showsPlatform: Bool, entry: Entry?) {
        var all: [Option] = []
        var seen: Set<String> = []
        func add(_ platform: Platform, _ version: AppVersion, _ build: BuildNumber?) {
            let value = "\(platform)|\(version)|\(build?.description ?? "")"
            guard seen.insert(value).inserted else { return }
            let name = "\(version)\(build.map { " (\($0))" } ?? ", every build")"
            all.append(Option(value: value, label: showsPlatform ? "\(platform.displayName) \(name)" : name))
        }
        for release in merged?.catalog.releases ?? [] where release.offers.contains(where: { $0.state != .withdrawn }) {
            add(release.platform, release.version, nil)
            if release.build != nil { add(release.platform, release.version, release.build) }
        }
        guard !all.isEmpty else { return nil }
        options = all.prefix(Self.mostOptions).map { option in
            Option(value: option.value, label: option.label, isSelected: option.value == entry?.release)
        }
        confirmation = entry?.confirmation ?? ""
        problem = entry?.problem
        switch entry?.effect {
        case .impact(let model): (impact, impactProblem) = (model, nil)
        case .unknown(let reason): (impact, impactProblem) = (nil, reason)
        case nil: (impact, impactProblem) = (nil, nil)
        }
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
