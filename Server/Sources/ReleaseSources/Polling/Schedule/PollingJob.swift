import AirworthyPolicy
import AppStoreConnect
import Foundation
import ReleaseCatalog

/// A piece of work that the schedule starts and the poller carries out.
enum PollingJob {
    case listing(ListingJob)
    case lookup(LookupJob)
    case delivery(DeliveryJob)
}

/// A listing of one app in App Store Connect.
struct ListingJob {
    let target: AppTarget
    let keyID: String
    let purpose: CallBudget.Purpose
    let startedAt: Date
}

enum ListingResult {
    case stored(ConnectSource.Answer)
    case notStored(ConnectSource.Answer, reason: String)
    case failed(SourceError)
}

/// A lookup of some apps in one country.
struct LookupJob {
    let storefront: Storefront
    let apps: [AppTarget]
    let startedAt: Date
}

/// The result of a lookup for one app.
enum AppLookupResult {
    case stored
    case notStored(Release, reason: String)
    case notFound
}

/// Another attempt to store an observation.
struct DeliveryJob {
    let target: AppTarget
    let observation: Observation
    let observedAt: Date
}
