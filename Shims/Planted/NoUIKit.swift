// ios15: passes
// macos12: no such module 'UIKit'
// tvos15: passes
import UIKit
