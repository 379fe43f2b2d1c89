import AirworthyPolicy
import AppStoreConnect
import ReleaseCatalog

extension ConnectListing {
    /// Joins the two listings of App Store Connect. Notes get the languages that readers ask for.
    init(
        builds: Listing<TestFlightBuild>, versions: Listing<AppStoreVersion>, appleID: Int?
    ) {
        self.init(
            builds: builds.items.map { build in
                var build = build
                // A part of the groups would look like all of them; an empty list means nothing.
                if !build.hasAllGroups { (build.groups, build.hasAllGroups) = ([], true) }
                build.notes = build.notes?.byLanguage
                return build
            },
            versions: versions.items.map { version in
                var version = version
                version.notes = version.notes?.byLanguage
                return version
            }, isComplete: builds.isComplete && versions.isComplete, appleID: appleID)
        unreadable = builds.unreadable.union(versions.unreadable)
    }
}

extension LocalizedText {
    /// The texts of Apple's locales by the languages that readers ask for.
    ///
    /// Most of Apple's locales name a region (`en-US`). One of them, that of the United States or else the first by name,
    /// stands for its language if the language has no text of its own.
    var byLanguage: LocalizedText {
        var texts = texts
        for locale in texts.keys.sorted(by: { ($0.hasSuffix("-US") ? 0 : 1, $0) < ($1.hasSuffix("-US") ? 0 : 1, $1) }) {
            let parts = locale.split(separator: "-")
            // A script (`zh-Hans`) is more than a region.
            guard parts.count == 2, parts[1].utf8.count == 2, texts[String(parts[0])] == nil else { continue }
            texts[String(parts[0])] = texts.removeValue(forKey: locale)
        }
        return LocalizedText(texts)
    }
}
