public import Foundation

@available(macOS 10.0, *)
open class NSImage: NSObject, @unchecked Sendable {}
