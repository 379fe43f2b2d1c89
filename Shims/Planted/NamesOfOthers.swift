// ios15: passes
// macos12: passes
import AirworthyUI
import StoreKit

/// StoreKit's name, although the model has one as well; and members of the model without its import.
func planted(_ storefront: Storefront, _ airworthy: Airworthy) -> Bool {
    let country: String = storefront.countryCode
    return airworthy.installation.storefront?.code != country && airworthy.decision.reason != .osTooOld
}
