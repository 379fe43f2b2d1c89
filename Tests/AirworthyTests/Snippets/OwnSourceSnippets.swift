import Airworthy
import AirworthyChannel
import AirworthyPolicy
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// snippet.own-json
nonisolated struct Versions: Decodable {
    let oldest: String
    let broken: [String]
}

func ownJSON(_ url: URL) -> Airworthy {
    Airworthy(
        .json(url) { data in
            let file = try JSONDecoder().decode(Versions.self, from: data)
            return Policy {
                Minimum(file.oldest, url: "https://apps.apple.com/app/id6504763618")
                for version in file.broken { Require(version, url: "https://apps.apple.com/app/id6504763618") }
            }
        })
}
// snippet.end

private struct RemoteConfig: Sendable {
    func fetch() async throws -> [String: String] { [:] }
}

private func custom(_ remoteConfig: RemoteConfig) -> Airworthy {
    // snippet.custom
    let airworthy = Airworthy(
        .custom {
            let values = try await remoteConfig.fetch()
            return Policy { Minimum(values["minimum_version"] ?? "0", url: "https://apps.apple.com/app/id6504763618") }
        })
    // snippet.end
    return airworthy
}

private func tuned() -> [Airworthy] {
    var all: [Airworthy] = []
    do {
        // snippet.app-store-tuned
        let airworthy = Airworthy(
            .appStore(id: 6_504_763_618, remind: .weekly, skippable: true, settle: .days(1), requireMajor: false))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.app-store-bundle-id
        let airworthy = Airworthy(.appStore())
        // snippet.end
        all.append(airworthy)
    }
    return all
}

private func built() -> Airworthy {
    // snippet.builder
    let policy = Policy(appleID: 6_504_763_618) {
        Require("2.2.0", message: "This version can lose your tags.")
        Minimum("1.4")
        Suggest(.latest, remind: .daily, skippable: true, settle: .days(1))
    }
    let airworthy = Airworthy(policy: .rules(policy), releases: .appStore(id: 6_504_763_618))
    // snippet.end
    return airworthy
}

private func counted(_ url: URL, log: @escaping @Sendable (String, [String: String]) -> Void) -> Airworthy {
    // snippet.on-event
    let airworthy = Airworthy(.config(url)) { options in
        options.onEvent = { event in log("airworthy_" + event.name, event.parameters) }
    }
    // snippet.end
    return airworthy
}

private func recheck(_ airworthy: Airworthy, _ request: URLRequest) async throws -> Data {
    // snippet.recheck
    let (data, response) = try await URLSession.shared.data(for: request)
    airworthy.didReceive(response)
    // snippet.end
    return data
}

private func moving(_ airworthy: Airworthy) {
    // snippet.import-siren
    airworthy.importAnswers(of: .siren) { UserDefaults.standard.object(forKey: $0) }
    // snippet.end
    // snippet.import-upgrader
    airworthy.importAnswers(of: .upgrader) { UserDefaults.standard.object(forKey: $0) }
    // snippet.end
}

private func channel(showFeedbackButton: () -> Void, showExperiments: () -> Void) async {
    // snippet.channel-alone
    Task { await AppDistribution.current() }  // once, at launch
    if AppDistribution.cached.isDeveloper { showExperiments() }  // anywhere, at once
    // snippet.end
    // snippet.current-channel
    if await Airworthy.currentChannel().channel.isTestFlight { showFeedbackButton() }
    // snippet.end
}

private func typed(_ airworthy: Airworthy) {
    // snippet.typed-key
    let columns = airworthy.value(for: .columns)
    // snippet.end
    print(columns)
}

// snippet.feature-key
extension FeatureKey where Value == Int {
    static var columns: Self { FeatureKey("columns", default: 2) }
}
// snippet.end

private func logged() {
    // snippet.log-level
    Airworthy.logLevel = .debug
    // snippet.end
}
