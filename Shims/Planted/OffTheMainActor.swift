// ios15: main actor-isolated class property 'shared' can not be referenced from a nonisolated context
// tvos15: main actor-isolated class property 'shared' can not be referenced from a nonisolated context
import UIKit

@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
func planted() { _ = UIApplication.shared }
