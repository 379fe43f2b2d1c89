import Foundation

/// The result of the lookup for an app in a country.
struct LookupListing {
    let app: AppRecord
    let version: VersionRecord
    let country: String
    let world: World
    private static let currencies = ["US": "USD", "JP": "JPY", "DE": "EUR", "FR": "EUR", "GB": "GBP", "CA": "CAD"]
    private static let languages = ["JP": "ja", "DE": "de", "FR": "fr"]

    private var isMac: Bool { version.platform == "MAC_OS" }

    private var artistID: Int { 1_000_000_000 + StableID.number(app.id, below: 700_000_000) }

    var object: JSONObject {
        var object = constants
        object.merge(names) { _, new in new }
        object.merge(release) { _, new in new }
        if !isMac {
            object["ipadScreenshotUrls"] = []
            object["appletvScreenshotUrls"] = []
            object["supportedDevices"] = ["iPhone5s-iPhone5s", "iPadAir-iPadAir", "iPhone16-iPhone16"]
            object["features"] = ["iosUniversal"]
            object["advisories"] = []
            object["isGameCenterEnabled"] = false
        }
        object.merge(app.listing) { _, new in new }
        // Null removes a member: no real response has all of them.
        return object.filter { $0.value != .null }
    }

    private var constants: JSONObject {
        [
            "screenshotUrls": [], "averageUserRating": .number(4.5), "averageUserRatingForCurrentVersion": .number(4.5),
            "userRatingCount": 127, "userRatingCountForCurrentVersion": 127, "languageCodesISO2A": ["EN", "JA"],
            "fileSizeBytes": "24097792", "formattedPrice": "Free", "contentAdvisoryRating": "4+",
            "trackContentRating": "4+", "price": .number(0), "genres": ["Lifestyle", "Utilities"],
            "genreIds": ["6012", "6002"], "primaryGenreName": "Lifestyle", "primaryGenreId": 6012,
            "isVppDeviceBasedLicensingEnabled": true, "wrapperType": "software",
        ]
    }

    private var names: JSONObject {
        let art = "https://is1-ssl.mzstatic.com/image/thumb/Purple221/v4/\(app.id)/AppIcon.png"
        let store = "https://apps.apple.com/\(country.lowercased())"
        return [
            "artworkUrl60": .string("\(art)/60x60bb.jpg"), "artworkUrl512": .string("\(art)/512x512bb.jpg"),
            "artworkUrl100": .string("\(art)/100x100bb.jpg"),
            "artistViewUrl": .string("\(store)/developer/id\(artistID)?uo=4"),
            "trackViewUrl": .string("\(store)/app/id\(app.id)?\(isMac ? "mt=12" : "uo=4")"),
            "kind": isMac ? "mac-software" : "software", "trackCensoredName": .string(app.name),
            "artistId": .integer(artistID), "artistName": .string(app.name), "sellerName": .string(app.name),
            "currency": .string(Self.currencies[country] ?? "USD"), "description": .string(app.name),
            "trackId": Int(app.id).map(JSON.integer) ?? .null, "trackName": .string(app.name),
            "bundleId": .string(app.bundleID),
        ]
    }

    private var release: JSONObject {
        let build = version.build.flatMap { id in world.builds.first { $0.id == id } }
        let dates = world.releasedVersions(of: app.id, on: version.platform).compactMap { $0.released.map(world.date) }
        let language = Self.languages[country] ?? "en"
        let note = version.notes.first { $0.locale.lowercased().hasPrefix(language) } ?? version.notes.first
        return [
            "version": .string(version.version),
            "currentVersionReleaseDate": JSON(version.released.map { DateForm.seconds(world.date($0)) }),
            "releaseDate": JSON(dates.min().map(DateForm.seconds)), "releaseNotes": JSON(note?.text),
            "minimumOsVersion": JSON(version.minimumOS ?? build?.minimumOS),
        ]
    }
}
