// ios15: no such module 'AppKit'
// macos12: passes
// tvos15: no such module 'AppKit'
import AppKit
