// ios15: passes
// macos12: no such module 'MarketplaceKit'
// tvos15: no such module 'MarketplaceKit'
import MarketplaceKit
