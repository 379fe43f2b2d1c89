// ios15: 'web' is only available in iOS 17.5 or newer
// ios17: 'web' is only available in iOS 17.5 or newer
#if os(iOS)
import MarketplaceKit

@available(iOS 17.4, *)
func planted() -> AppDistributor { .web }
#endif
