public import Foundation

/// What Apple publishes of AppKit, as far as it is used here. Its identifiers are those of Objective-C, so no check
/// compares them: they were compared by eye.
open class NSWorkspace: NSObject {
    nonisolated open class var shared: NSWorkspace { fatalError("a stub") }

    @discardableResult open func open(_ url: URL) -> Bool { fatalError("a stub") }
}
