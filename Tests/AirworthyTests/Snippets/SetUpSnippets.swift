import Airworthy
import AirworthyPolicy
import AirworthyTrust
import Foundation

private func setUps(url: URL, configURL: URL, primary: String, backup: String, data: Data) -> [Airworthy] {
    var all: [Airworthy] = []
    do {
        // snippet.server
        let airworthy = Airworthy(.server(url, app: "hashtags", roots: [primary, backup]))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.manifest
        let airworthy = Airworthy(.manifest(url, app: "hashtags", roots: [primary, backup]))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.config
        let airworthy = Airworthy(.config(url))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.app-store
        let airworthy = Airworthy(.appStore(id: 6_504_763_618))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.screen-language
        let airworthy = Airworthy(.config(url), options: Airworthy.Options(language: .fixed("ja")))
        let everywhere = Airworthy(.config(url), options: Airworthy.Options(language: .device))
        // snippet.end
        all += [airworthy, everywhere]
    }
    do {
        // snippet.japanese-screens
        let airworthy = Airworthy(.config(url), options: Airworthy.Options(language: .fixed("ja")))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.testflight-alone
        let airworthy = Airworthy(.testFlight(server: url, app: "hashtags"))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.testflight-beside-config
        let airworthy = Airworthy(policy: .config(configURL), .testFlight(server: url, app: "hashtags"))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.own-words
        let airworthy = Airworthy(
            .appStore(
                id: 6_504_763_618, title: "新しいバージョンがあります",
                message: "アプリをより便利に使うためにアップデートをお願いします!"))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.config-channels
        let airworthy = Airworthy(.config(url, channels: [.appstore, .testflight(nil)]))
        // snippet.end
        all.append(airworthy)
    }
    do {
        // snippet.tester-group
        let options = Airworthy.Options(testerGroup: .internal)
        // snippet.end
        all.append(Airworthy(.testFlight(server: url, app: "hashtags"), options: options))
    }
    do {
        // snippet.bundled
        let airworthy = Airworthy(.bundled(data, app: "hashtags", roots: [primary, backup]))
        // snippet.end
        all.append(airworthy)
    }
    return all
}

private func pinned(url: URL, primary: PublicKey, backup: PublicKey, shipped: Data) -> Airworthy {
    // snippet.pins
    let pins = Pins(app: "hashtags", lineage: "hashtags", roots: [primary, backup])
    let airworthy = Airworthy(policy: .server(url, pins: pins), .bundled(shipped, pins: pins))
    // snippet.end
    return airworthy
}

private struct Settings {
    var sharesUsage = true
}

private func checkIns(url: URL, primary: String, backup: String, settings: Settings) -> Airworthy {
    // snippet.check-ins
    let options = Airworthy.Options(checkIns: .off)
    let airworthy = Airworthy(.server(url, app: "hashtags", roots: [primary, backup]), options: options)
    airworthy.checkIns = settings.sharesUsage ? .on : .off
    // snippet.end
    return airworthy
}

private func bothFiles(url: URL, configURL: URL, pins: Pins) -> Airworthy {
    // snippet.manifest-then-config
    let airworthy = Airworthy(policy: .manifest(url, pins: pins), .config(configURL))
    // snippet.end
    return airworthy
}

private func configAndLookup(url: URL) -> Airworthy {
    // snippet.config-and-lookup
    let airworthy = Airworthy(policy: .config(url), releases: .appStore(id: 6_504_763_618))
    // snippet.end
    return airworthy
}

private func oneCountry() -> Airworthy {
    // snippet.one-country
    let airworthy = Airworthy(.appStore(id: 6_504_763_618, country: "JP"))
    // snippet.end
    return airworthy
}

private func shippedFile() throws -> Data {
    // snippet.shipped-file
    guard let file = Bundle.main.url(forResource: "manifest", withExtension: "json") else {
        throw CocoaError(.fileNoSuchFile)
    }
    let shipped = try Data(contentsOf: file)
    // snippet.end
    return shipped
}

// snippet.rules
enum Rules {
    static let text = """
        {"schema": 1, "appleID": 6504763618,
         "rules": [
           {"id": "broken-migration", "when": {"version": "2.2.0"}, "update": "required"},
           {"id": "nudge", "when": {"version": "<latest"}, "update": "recommended",
            "skippable": true, "releasedFor": "P1D"}]}
        """

    static func client() throws -> Airworthy {
        let policy = try Policy(json: Array(text.utf8))
        return Airworthy(policy: .rules(policy), releases: .appStore(id: 6_504_763_618))
    }
}
// snippet.end
