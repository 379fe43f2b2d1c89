// ios15: passes
// sdk26: value of type 'ProcessInfo' has no member 'isiOSAppOnVision'
import Foundation

@available(iOS 26.1, *)
func planted() -> Bool { ProcessInfo.processInfo.isiOSAppOnVision }
