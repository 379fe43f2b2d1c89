public import Foundation

/// Stubs of AppKit, limited to the declarations in use. Their Objective-C identifiers cannot be compared with Apple's
/// automatically; they were compared by hand.
open class NSWorkspace: NSObject {
    nonisolated open class var shared: NSWorkspace { fatalError("a stub") }

    @discardableResult open func open(_ url: URL) -> Bool { fatalError("a stub") }
}
