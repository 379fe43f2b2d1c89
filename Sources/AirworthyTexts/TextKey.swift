/// The keys of the built-in texts, as in `Localizable.strings`.
///
/// A rule's own `title` and `message` take precedence. Arguments are numbered: `%1$@` is a text, `%1$ld` a count, and a key
/// with a count has plural forms. No sentence combines two keys, because the order of words differs between languages.
package enum TextKey: String, CaseIterable, Sendable {
    // MARK: Gate

    /// The heading of the gate.
    case gateTitle = "gate.title"
    /// The message of the gate, if the rule has none.
    case gateMessage = "gate.message"
    /// The message of the gate in TestFlight, if the rule has none.
    case gateMessageBeta = "gate.message.beta"

    // MARK: Required, but not installable

    /// The heading of the screen.
    case unavailableTitle = "unavailable.title"
    /// The advice if no other one fits.
    case unavailableMessage = "unavailable.message"
    /// The advice for a system that is too old; 1: the required system, e.g. `iOS 17.0`.
    case unavailableSystem = "unavailable.system"
    /// The advice for a system that is too old, if the required version is unknown.
    case unavailableSystemUnknown = "unavailable.system.unknown"
    /// The advice if the update is not available in this storefront.
    case unavailableCountry = "unavailable.country"
    /// The advice for a recent or phased release, which will reach this device.
    case unavailableSoon = "unavailable.soon"
    /// The advice if there is no link to the update.
    case unavailableNoLink = "unavailable.no-link"

    // MARK: Maintenance

    /// The heading of the maintenance screen.
    case maintenanceTitle = "maintenance.title"
    /// The message of the maintenance screen, if the rule has none.
    case maintenanceMessage = "maintenance.message"
    /// The expected end; 1: date and time.
    case maintenanceEnd = "maintenance.end"

    // MARK: Prompt

    /// The heading of the prompt.
    case promptTitle = "prompt.title"
    /// The heading of the prompt in TestFlight.
    case promptTitleBeta = "prompt.title.beta"
    /// The versions; 1: the new version, 2: the installed one.
    case promptMessage = "prompt.message"
    /// The message of the prompt if the new version is unknown.
    case promptMessageUnknown = "prompt.message.unknown"
    /// The reason why a required update can be postponed: the store does not offer it yet.
    case promptLowered = "prompt.lowered"
    /// The warning that the App Store's release replaces the installed beta.
    case promptLeavesBeta = "prompt.leaves-beta"
    /// The heading of the release notes.
    case notesTitle = "notes.title"
    /// The heading of the notes of a TestFlight build, as in TestFlight.
    case notesTitleBeta = "notes.title.beta"

    // MARK: Time left

    /// The time until the update is required; 1: whole days.
    case deadlineDays = "deadline.days"
    /// The time until the update is required; 1: whole hours.
    case deadlineHours = "deadline.hours"
    /// The time until the update is required, if less than an hour.
    case deadlineSoon = "deadline.soon"
    /// The time until the installed beta expires; 1: whole days.
    case expiryDays = "expiry.days"
    /// The time until the installed beta expires; 1: whole hours.
    case expiryHours = "expiry.hours"
    /// The time until the installed beta expires, if less than an hour or over.
    case expirySoon = "expiry.soon"

    // MARK: Banner

    /// The heading of the banner, if the rule has no title.
    case bannerTitle = "banner.title"

    // MARK: Buttons

    /// The button that opens the update.
    case update = "button.update"
    /// The button that opens TestFlight.
    case updateBeta = "button.update.beta"
    /// The button that postpones the prompt.
    case later = "button.later"
    /// The button that skips this release.
    case skip = "button.skip"
    /// The button that checks again.
    case retry = "button.retry"
    /// The button that opens the team's support link.
    case support = "button.support"
    /// The button that opens the status page of a maintenance.
    case status = "button.status"
    /// The button that closes a banner.
    case close = "button.close"
    /// The button that starts a manual check.
    case check = "button.check"

    // MARK: Progress and failure

    /// The text shown during a check.
    case checking = "progress.checking"
    /// The message if the App Store did not open.
    case refusedStore = "refused.store"
    /// The message if TestFlight did not open, usually because it is not installed.
    case refusedBeta = "refused.beta"
    /// The message if no program opened the link; 1: the address.
    case refusedLink = "refused.link"

    // MARK: Check view

    /// The result that the app is up to date.
    case checkCurrent = "check.current"
    /// The result that an update is available.
    case checkAvailable = "check.available"
    /// The result that the check failed or found no answer.
    case checkUnknown = "check.unknown"
    /// The result that no check can find an answer here.
    case checkImpossible = "check.impossible"
    /// The result that an update needs a newer system; 1: e.g. `iOS 17.0`.
    case checkSystem = "check.system"
    /// The installed version; 1: the version.
    case checkInstalled = "check.installed"
    /// The newest version; 1: the version.
    case checkNewest = "check.newest"
    /// The way from the installed to the newest version; 1: the installed version, 2: the newest one.
    case checkVersions = "check.versions"

    // MARK: Badge

    /// The badge of a debug build.
    case badgeDebug = "badge.debug"
    /// The badge of TestFlight, if the group of testers is unknown.
    case badgeTestFlight = "badge.testflight"
    /// The badge of TestFlight for internal testers.
    case badgeInternal = "badge.testflight.internal"
    /// The badge of TestFlight for external testers.
    case badgeExternal = "badge.testflight.external"
    /// The badge of a TestFlight build that internal and external testers have.
    case badgeBoth = "badge.testflight.both"
    /// The badge of ad hoc distribution.
    case badgeAdHoc = "badge.adhoc"
    /// The badge of an alternative marketplace.
    case badgeMarketplace = "badge.marketplace"
    /// The badge of web distribution.
    case badgeWeb = "badge.web"
    /// The badge of in-house distribution.
    case badgeEnterprise = "badge.enterprise"
    /// The name of an unknown channel, which has no badge.
    case badgeUnknown = "badge.unknown"
    /// The badge's label for VoiceOver; 1: the badge's text.
    case badgeLabel = "badge.label"
}

extension TextKey {
    /// The English text, as in `en.lproj`. For a text with a count: the form for numbers other than one.
    var english: String {
        switch self {
        case .gateTitle: "Update Required"
        case .gateMessage: "This version of the app can no longer be used. Install the update to continue."
        case .gateMessageBeta: "This beta can no longer be used. Install the newest beta in TestFlight to continue."
        case .unavailableTitle: "This Version Can’t Be Used"
        case .unavailableMessage: "An update is needed, but none can be installed yet. Try again later."
        case .unavailableSystem: "The update needs %1$@ or later. Update the system of this device first."
        case .unavailableSystemUnknown:
            "The update needs a newer system. Update the system of this device first."
        case .unavailableCountry:
            "The update isn’t in the App Store of your country or region yet. Try again later."
        case .unavailableSoon:
            "The update has just been released and isn’t available on this device yet. Try again later."
        case .unavailableNoLink: "An update is needed. Look for it where you got this app."
        case .maintenanceTitle: "Under Maintenance"
        case .maintenanceMessage: "The app can’t be used at the moment. Please come back later."
        case .maintenanceEnd: "Expected to be back: %1$@"
        case .promptTitle: "Update Available"
        case .promptTitleBeta: "New Beta Available"
        case .promptMessage: "Version %1$@ is available. You have %2$@."
        case .promptMessageUnknown: "A new version is available."
        case .promptLowered: "The update doesn’t seem to be in the store yet. You can go on and try again later."
        case .promptLeavesBeta: "This is the App Store version. Installing it ends the beta on this device."
        case .notesTitle: "What’s New"
        case .notesTitleBeta: "What to Test"
        case .deadlineDays: "Required in %1$ld days"
        case .deadlineHours: "Required in %1$ld hours"
        case .deadlineSoon: "Required in less than an hour"
        case .expiryDays: "This beta stops working in %1$ld days"
        case .expiryHours: "This beta stops working in %1$ld hours"
        case .expirySoon: "This beta is about to stop working"
        case .bannerTitle: "Notice About This Version"
        case .update: "Update"
        case .updateBeta: "Open TestFlight"
        case .later: "Later"
        case .skip: "Skip This Version"
        case .retry: "Check Again"
        case .support: "Contact Support"
        case .status: "More Information"
        case .close: "Close"
        case .check: "Check for Updates"
        case .checking: "Checking for updates…"
        case .refusedStore: "The App Store couldn’t be opened. Open it yourself and look for this app."
        case .refusedBeta: "TestFlight couldn’t be opened. Install it from the App Store, then try again."
        case .refusedLink: "The link couldn’t be opened. Type this address into a browser: %1$@"
        case .checkCurrent: "This app is up to date"
        case .checkAvailable: "An update is available"
        case .checkUnknown: "Couldn’t find out whether there is an update. Try again later."
        case .checkImpossible: "Couldn’t find out whether there is an update."
        case .checkSystem: "An update is available, but it needs %1$@ or later."
        case .checkInstalled: "Installed: %1$@"
        case .checkNewest: "Newest: %1$@"
        case .checkVersions: "%1$@ → %2$@"
        case .badgeDebug: "Debug"
        case .badgeTestFlight: "TestFlight"
        case .badgeInternal: "TestFlight (internal)"
        case .badgeExternal: "TestFlight (external)"
        case .badgeBoth: "TestFlight (internal and external)"
        case .badgeAdHoc: "Ad Hoc"
        case .badgeMarketplace: "Marketplace"
        case .badgeWeb: "Web"
        case .badgeEnterprise: "In-House"
        case .badgeUnknown: "Unknown"
        case .badgeLabel: "Kind of build: %1$@"
        }
    }

    /// The English form for the number one; `nil` for a text without a count.
    var englishOne: String? {
        switch self {
        case .deadlineDays: "Required in %1$ld day"
        case .deadlineHours: "Required in %1$ld hour"
        case .expiryDays: "This beta stops working in %1$ld day"
        case .expiryHours: "This beta stops working in %1$ld hour"
        default: nil
        }
    }
}
