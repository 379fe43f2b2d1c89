package import Foundation

/// A build as App Store Connect tells it, with what belongs to it. Everything but the id may be unknown; states stay as
/// Apple writes them, so that those of next year survive.
package struct BuildResource: Hashable, Sendable {
    /// A text by language.
    package struct Localization: Hashable, Sendable {
        /// E.g. `en-US`.
        package var locale: String
        /// The text; never empty.
        package var text: String

        /// Makes a text.
        package init(locale: String, text: String) {
            self.locale = locale
            self.text = text
        }
    }

    /// App Store Connect's id.
    package var id: String
    /// `builds.version`: CFBundleVersion, the build number.
    package var number: String?
    /// `preReleaseVersions.version`: CFBundleShortVersionString, the marketing version.
    package var marketingVersion: String?
    /// `preReleaseVersions.platform`: `IOS`, `MAC_OS`, `TV_OS`, `VISION_OS`.
    package var platform: String?
    /// When it was uploaded.
    package var uploadedDate: Date?
    /// When it stops working in TestFlight.
    package var expirationDate: Date?
    /// Whether it was expired, by time or by hand.
    package var expired: Bool?
    /// The oldest iOS, tvOS or visionOS it runs on.
    package var minOSVersion: String?
    /// The oldest macOS a Mac app runs on, as its Info.plist says.
    package var lsMinimumSystemVersion: String?
    /// The oldest macOS an iOS app runs on.
    package var computedMinMacOSVersion: String?
    /// The oldest visionOS an iOS app runs on.
    package var computedMinVisionOSVersion: String?
    /// `PROCESSING`, `FAILED`, `INVALID`, `VALID`, ….
    package var processingState: String?
    /// `INTERNAL_ONLY`, `APP_STORE_ELIGIBLE`, …: what it may become, not who has it.
    package var audienceType: String?
    /// `buildBetaDetails.internalBuildState`.
    package var internalState: String?
    /// `buildBetaDetails.externalBuildState`.
    package var externalState: String?
    /// The groups it was given to. Empty says nothing: automatic groups may be missing.
    package var groups: [BetaGroupResource] = []
    /// Whether ``groups`` are all that Apple lists; `false` too when the answer does not say.
    package var hasAllGroups = true
    /// What to test, in Apple's order.
    package var notes: [Localization] = []
    /// Whether the answer said that there are more groups than came along.
    var mentionsMoreGroups = false

    /// Makes a build of which nothing else is known.
    package init(id: String) { self.id = id }
}

extension BuildResource {
    /// Joins a build with what was included. What is missing there stays unknown.
    init(_ resource: Resource, _ document: Document) {
        id = resource.id
        number = resource.text("version")
        uploadedDate = resource.date("uploadedDate")
        expirationDate = resource.date("expirationDate")
        expired = resource.flag("expired")
        minOSVersion = resource.text("minOsVersion")
        lsMinimumSystemVersion = resource.text("lsMinimumSystemVersion")
        computedMinMacOSVersion = resource.text("computedMinMacOsVersion")
        computedMinVisionOSVersion = resource.text("computedMinVisionOsVersion")
        processingState = resource.text("processingState")
        audienceType = resource.text("buildAudienceType")
        let version = document.included(resource.link("preReleaseVersion")?.first)
        marketingVersion = version?.text("version")
        platform = version?.text("platform")
        let detail = document.included(resource.link("buildBetaDetail")?.first)
        internalState = detail?.text("internalBuildState")
        externalState = detail?.text("externalBuildState")
        let links = resource.link("betaGroups")
        groups = (links?.identifiers ?? []).map { link in
            document.included(link).map(BetaGroupResource.init) ?? BetaGroupResource(id: link.id)
        }
        hasAllGroups = links?.isWhole ?? false
        mentionsMoreGroups = links.map { !$0.isWhole } ?? false
        notes = document.localizations(resource.link("betaBuildLocalizations"), "whatsNew")
    }

    /// What is asked for. A relationship left out here would be left out of the answer though it is included.
    static let fields = [
        "version", "uploadedDate", "expirationDate", "expired", "minOsVersion", "lsMinimumSystemVersion",
        "computedMinMacOsVersion", "computedMinVisionOsVersion", "processingState", "buildAudienceType",
        "preReleaseVersion", "buildBetaDetail", "betaGroups", "betaBuildLocalizations",
    ]
}

extension Document {
    /// The texts behind a relationship that are there, have a language, and are not empty.
    func localizations(_ link: Resource.Link?, _ name: String) -> [BuildResource.Localization] {
        (link?.identifiers ?? []).compactMap { identifier in
            guard let resource = included(identifier), let locale = resource.text("locale"),
                let text = resource.text(name), !text.isEmpty
            else { return nil }
            return .init(locale: locale, text: text)
        }
    }
}
