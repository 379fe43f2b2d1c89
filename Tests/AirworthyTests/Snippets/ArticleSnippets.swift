import Airworthy
import AirworthyPolicy
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Clients as teams write them by hand. The pages about moving show them before what replaces them.
private enum ByHand {
    // snippet.testflight-before
    enum BuildEnvironment {
        case debug, testFlight, testFlightInternal, testFlightExternal, appStore
    }

    struct TestFlightAPI {
        struct Latest: Decodable {
            let buildNumber: String
            let releaseNotes: String?
        }

        struct Audience: Decodable {
            let audienceType: String
        }

        nonisolated struct Failure: Decodable, Error {
            let detail: String
        }

        let base: URL

        /// Tells internal from external testers; without an answer in five seconds the build stays one of TestFlight.
        func refine(_ environment: BuildEnvironment, version: String) async -> BuildEnvironment {
            guard environment == .testFlight else { return environment }
            do {
                let audience: Audience = try await get("testflight/version/\(version)/audience")
                return audience.audienceType == "INTERNAL_ONLY" ? .testFlightInternal : .testFlightExternal
            } catch {
                print("The audience is unknown: \(error)")
                return .testFlight
            }
        }

        /// Returns the newest build for these testers, if it is not the installed one.
        func update(of build: String, in environment: BuildEnvironment) async throws -> Latest? {
            let group = environment == .testFlightInternal ? "internal" : "external"
            let latest: Latest = try await get("testflight/latest/\(group)")
            guard let newest = Int(latest.buildNumber), let installed = Int(build) else {
                return latest.buildNumber == build ? nil : latest
            }
            return newest > installed ? latest : nil
        }

        private func get<Answer: Decodable>(_ path: String) async throws -> Answer {
            let request = URLRequest(url: base.appendingPathComponent(path), timeoutInterval: 5)
            let (data, response) = try await URLSession.shared.data(for: request)
            if let response = response as? HTTPURLResponse, response.statusCode != 200 {
                throw try JSONDecoder().decode(Failure.self, from: data)
            }
            return try JSONDecoder().decode(Answer.self, from: data)
        }
    }
    // snippet.end

    // snippet.config-before
    struct ForceUpdateCheck {
        struct Config: Decodable {
            let url: URL
            let version: String
            let minimumVersion: String
            let specificVersions: [String]?
        }

        let address: URL
        let installed: String?

        /// Returns the page of the update, if the installed version must not be used any more.
        func requiredUpdate() async -> URL? {
            guard let installed else { return nil }
            do {
                let config = try await download()
                return Self.mustUpdate(installed, by: config) ? config.url : nil
            } catch {
                print("The app goes on without config.json: \(error)")
                return nil
            }
        }

        static func mustUpdate(_ installed: String, by config: Config) -> Bool {
            if config.specificVersions?.contains(installed) == true { return true }
            return installed.compare(config.minimumVersion, options: .numeric) == .orderedAscending
        }

        private func download() async throws -> Config {
            let request = URLRequest(url: address, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 10)
            let (data, response) = try await URLSession.shared.data(for: request)
            guard let response = response as? HTTPURLResponse, response.statusCode == 200 else {
                throw URLError(.badServerResponse)
            }
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(Config.self, from: data)
        }
    }
    // snippet.end
}

extension ByHand {
    // snippet.testflight-environment
    func environment(of channel: Channel) -> BuildEnvironment {
        switch channel {
        case .debug: .debug
        case .testflight(.internal?): .testFlightInternal
        case .testflight(.external?): .testFlightExternal
        case .testflight(nil): .testFlight
        default: .appStore  // no badge, no check
        }
    }
    // snippet.end
}

private func lookupAlerts() -> [Airworthy] {
    var all: [Airworthy] = []
    do {
        // snippet.lookup-after
        let airworthy = Airworthy(
            .appStore(
                id: 6_504_763_618, remind: .always, skippable: false, settle: .days(0),
                title: "アップデートが必要です", message: "最新バージョンにアップデートしてください。"))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.reminder-after
        let airworthy = Airworthy(
            .appStore(
                id: 6_504_763_618, remind: .daily, skippable: false, settle: .days(0), requireMajor: true,
                title: "新しいバージョンがあります",
                message: "アプリをより便利に使うためにアップデートをお願いします!"))
        // snippet.end
        all.append(airworthy)
    }
    return all
}
