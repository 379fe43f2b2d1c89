// macos12: passes
// ios15: no such module 'AppKit'
import AirworthyUI
import AppKit

@MainActor func planted(_ airworthy: Airworthy, _ window: NSWindow) {
    airworthy.attachGate(to: window, holdLaunch: 3, prompt: .alert)
}
