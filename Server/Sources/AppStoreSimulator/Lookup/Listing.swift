import Foundation

/// What the lookup tells of an app in a country.
enum Listing {
    private static let currencies = ["US": "USD", "JP": "JPY", "DE": "EUR", "FR": "EUR", "GB": "GBP", "CA": "CAD"]

    static func object(_ app: AppRecord, _ version: VersionRecord, country: String, _ world: World) -> JSONObject {
        let isMac = version.platform == "MAC_OS"
        let build = version.build.flatMap { id in world.builds.first { $0.id == id } }
        let released = world.released(app.id, version.platform)
        let first = released.compactMap { $0.released.map(world.date) }.min()
        let art = "https://is1-ssl.mzstatic.com/image/thumb/Purple221/v4/\(app.id)/AppIcon.png"
        let place = "https://apps.apple.com/\(country.lowercased())"
        let note =
            version.notes.first { $0.locale.lowercased().hasPrefix(language(of: country)) } ?? version.notes.first

        var object: JSONObject = ["screenshotUrls": []]
        if !isMac {
            object["ipadScreenshotUrls"] = []
            object["appletvScreenshotUrls"] = []
        }
        object["artworkUrl60"] = .string("\(art)/60x60bb.jpg")
        object["artworkUrl512"] = .string("\(art)/512x512bb.jpg")
        object["artworkUrl100"] = .string("\(art)/100x100bb.jpg")
        object["artistViewUrl"] = .string("\(place)/developer/id\(artist(app))?uo=4")
        if !isMac {
            object["supportedDevices"] = ["iPhone5s-iPhone5s", "iPadAir-iPadAir", "iPhone16-iPhone16"]
            object["features"] = ["iosUniversal"]
            object["advisories"] = []
            object["isGameCenterEnabled"] = false
        }
        object["kind"] = isMac ? "mac-software" : "software"
        object["averageUserRating"] = .number(4.5)
        object["averageUserRatingForCurrentVersion"] = .number(4.5)
        object["userRatingCount"] = 127
        object["userRatingCountForCurrentVersion"] = 127
        object["trackCensoredName"] = .string(app.name)
        object["languageCodesISO2A"] = ["EN", "JA"]
        object["fileSizeBytes"] = "24097792"
        object["formattedPrice"] = "Free"
        object["contentAdvisoryRating"] = "4+"
        object["trackContentRating"] = "4+"
        object["trackViewUrl"] = .string("\(place)/app/id\(app.id)?\(isMac ? "mt=12" : "uo=4")")
        object["currentVersionReleaseDate"] = version.released.map { .string(DateForm.seconds(world.date($0))) }
        object["releaseDate"] = first.map { .string(DateForm.seconds($0)) }
        object["releaseNotes"] = note.map { .string($0.text) }
        object["minimumOsVersion"] = (version.minimumOS ?? build?.minimumOS).map(JSON.string)
        object["artistId"] = .integer(artist(app))
        object["artistName"] = .string(app.name)
        object["sellerName"] = .string(app.name)
        object["price"] = .number(0)
        object["currency"] = .string(currencies[country] ?? "USD")
        object["description"] = .string(app.name)
        object["genres"] = ["Lifestyle", "Utilities"]
        object["genreIds"] = ["6012", "6002"]
        object["primaryGenreName"] = "Lifestyle"
        object["primaryGenreId"] = 6012
        object["trackId"] = Int(app.id).map(JSON.integer)
        object["trackName"] = .string(app.name)
        object["bundleId"] = .string(app.bundleID)
        object["isVppDeviceBasedLicensingEnabled"] = true
        object["version"] = .string(version.version)
        object["wrapperType"] = "software"
        // Null takes a member away: a real answer never has all of them.
        for (name, value) in app.listing.members { object[name] = value == .null ? nil : value }
        return object
    }

    private static func artist(_ app: AppRecord) -> Int { 1_000_000_000 + StableID.number(app.id, below: 700_000_000) }

    private static func language(of country: String) -> String {
        ["JP": "ja", "DE": "de", "FR": "fr"][country] ?? "en"
    }
}
