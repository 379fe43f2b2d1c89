// ios15: 'shared' is unavailable in application extensions for iOS
// ios17: 'shared' is unavailable in application extensions for iOS
// tvos15: 'shared' is unavailable in application extensions for tvOS
import UIKit

@MainActor func planted() -> UIApplication { .shared }
