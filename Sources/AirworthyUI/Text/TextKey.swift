/// Every text the views bring along, by the key it has in `Localizable.strings`.
///
/// A rule's own `title` and `message` come before these. Arguments are numbered: `%1$@` is a text, `%1$ld` a count, and
/// a key with a count has plural forms. Nothing is ever put together of two keys, because word order differs.
enum TextKey: String, CaseIterable, Sendable {
    // MARK: Gate

    /// Heading of the screen that cannot be left.
    case gateTitle = "gate.title"
    /// Under it, where the rule says nothing.
    case gateMessage = "gate.message"
    /// The same for a TestFlight copy.
    case gateMessageBeta = "gate.message.beta"

    // MARK: Required, but nothing can be installed

    /// Heading.
    case unavailableTitle = "unavailable.title"
    /// No other reason fits.
    case unavailableMessage = "unavailable.message"
    /// The system is too old; 1: the system and version needed, e.g. `iOS 17.0`.
    case unavailableSystem = "unavailable.system"
    /// The system is too old, nobody knows for what.
    case unavailableSystemUnknown = "unavailable.system.unknown"
    /// Not sold in this country.
    case unavailableCountry = "unavailable.country"
    /// Just released, or released step by step: it comes by itself.
    case unavailableSoon = "unavailable.soon"
    /// Nobody knows where to get it.
    case unavailableNoLink = "unavailable.no-link"

    // MARK: Maintenance

    /// Heading.
    case maintenanceTitle = "maintenance.title"
    /// Under it, where the rule says nothing.
    case maintenanceMessage = "maintenance.message"
    /// 1: date and time at which it ends.
    case maintenanceEnd = "maintenance.end"

    // MARK: Prompt

    /// Heading.
    case promptTitle = "prompt.title"
    /// Heading in TestFlight.
    case promptTitleBeta = "prompt.title.beta"
    /// 1: the new version, 2: the installed one.
    case promptMessage = "prompt.message"
    /// The new version is not known.
    case promptMessageUnknown = "prompt.message.unknown"
    /// Why a required update can be put off: the store does not have it yet.
    case promptLowered = "prompt.lowered"
    /// The update is the App Store's, the copy a beta.
    case promptLeavesBeta = "prompt.leaves-beta"
    /// Heading of the release notes.
    case notesTitle = "notes.title"

    // MARK: Time left

    /// 1: whole days until the update is required, 2 or more in practice, but any count.
    case deadlineDays = "deadline.days"
    /// 1: whole hours until the update is required.
    case deadlineHours = "deadline.hours"
    /// Less than an hour is left.
    case deadlineSoon = "deadline.soon"
    /// 1: whole days until the installed beta stops working.
    case expiryDays = "expiry.days"
    /// 1: whole hours until the installed beta stops working.
    case expiryHours = "expiry.hours"
    /// Less than an hour is left, or none.
    case expirySoon = "expiry.soon"

    // MARK: Banner

    /// Heading over a rule's message, where the rule has no title.
    case bannerTitle = "banner.title"

    // MARK: Buttons

    /// Goes to the store.
    case update = "button.update"
    /// Goes to TestFlight.
    case updateBeta = "button.update.beta"
    /// Puts the prompt off.
    case later = "button.later"
    /// Never again for this release.
    case skip = "button.skip"
    /// Asks the server again.
    case retry = "button.retry"
    /// Opens the team's support page or a mail.
    case support = "button.support"
    /// Opens the page about a maintenance.
    case status = "button.status"
    /// Closes a banner or sheet.
    case close = "button.close"
    /// Starts a check by hand.
    case check = "button.check"

    // MARK: Progress and failure

    /// An answer is awaited.
    case checking = "progress.checking"
    /// The App Store took no link.
    case refusedStore = "refused.store"
    /// TestFlight took no link: mostly it is not installed.
    case refusedBeta = "refused.beta"
    /// No program took the link; 1: the address.
    case refusedLink = "refused.link"

    // MARK: Check view

    /// Nothing newer can be installed.
    case checkCurrent = "check.current"
    /// There is something newer.
    case checkAvailable = "check.available"
    /// No answer, or nobody knows.
    case checkUnknown = "check.unknown"
    /// There is something newer, but the system is too old; 1: e.g. `iOS 17.0`.
    case checkSystem = "check.system"
    /// 1: the installed version.
    case checkInstalled = "check.installed"
    /// 1: the newest version.
    case checkNewest = "check.newest"

    // MARK: Badge

    /// Built for debugging.
    case badgeDebug = "badge.debug"
    /// TestFlight; nobody knows for whom.
    case badgeTestFlight = "badge.testflight"
    /// TestFlight, for the team.
    case badgeInternal = "badge.testflight.internal"
    /// TestFlight, for invited testers.
    case badgeExternal = "badge.testflight.external"
    /// Ad hoc.
    case badgeAdHoc = "badge.adhoc"
    /// An alternative marketplace.
    case badgeMarketplace = "badge.marketplace"
    /// A web site.
    case badgeWeb = "badge.web"
    /// In-house distribution of a company.
    case badgeEnterprise = "badge.enterprise"
    /// What VoiceOver says; 1: the badge's own text.
    case badgeLabel = "badge.label"
}

extension TextKey {
    /// The English text, as in `en.lproj`. Of a text with a count it is the form for other numbers than one.
    var english: String {
        switch self {
        case .gateTitle: "Update Required"
        case .gateMessage: "This version of the app can no longer be used. Install the update to continue."
        case .gateMessageBeta: "This beta can no longer be used. Install the newest one in TestFlight to continue."
        case .unavailableTitle: "This Version Can’t Be Used"
        case .unavailableMessage: "An update is needed, but none can be installed yet. Try again later."
        case .unavailableSystem: "The update needs %1$@ or later. Update the system of this device first."
        case .unavailableSystemUnknown:
            "The update needs a newer system. Update the system of this device first."
        case .unavailableCountry:
            "The update isn’t in your country’s App Store yet. Try again later."
        case .unavailableSoon: "The update has just been released and hasn’t reached this device yet. Try again later."
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
        case .deadlineDays: "Required in %1$ld days"
        case .deadlineHours: "Required in %1$ld hours"
        case .deadlineSoon: "Required in less than an hour"
        case .expiryDays: "This beta stops working in %1$ld days"
        case .expiryHours: "This beta stops working in %1$ld hours"
        case .expirySoon: "This beta is about to stop working"
        case .bannerTitle: "About This Version"
        case .update: "Update"
        case .updateBeta: "Open TestFlight"
        case .later: "Later"
        case .skip: "Skip This Version"
        case .retry: "Try Again"
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
        case .checkSystem: "An update is available, but it needs %1$@ or later."
        case .checkInstalled: "Installed: %1$@"
        case .checkNewest: "Newest: %1$@"
        case .badgeDebug: "Debug"
        case .badgeTestFlight: "TestFlight"
        case .badgeInternal: "TestFlight (internal)"
        case .badgeExternal: "TestFlight (external)"
        case .badgeAdHoc: "Ad Hoc"
        case .badgeMarketplace: "Marketplace"
        case .badgeWeb: "Web"
        case .badgeEnterprise: "In-House"
        case .badgeLabel: "Kind of build: %1$@"
        }
    }

    /// The English form for one; `nil` unless the text has a count.
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
