// ios15: passes
// sdk26: passes
import Foundation

func planted() -> Bool {
    #if compiler(>=6.2.1)
    if #available(iOS 26.1, *) { return ProcessInfo.processInfo.isiOSAppOnVision }
    #endif
    return false
}
