public import Foundation

open class NSPasteboard: NSObject {
    public struct PasteboardType: Hashable, RawRepresentable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        @available(macOS 10.6, *)
        public static let string = PasteboardType(rawValue: "public.utf8-plain-text")
    }

    open class var general: NSPasteboard { fatalError("a stub") }

    @available(macOS 10.6, *)
    @discardableResult open func clearContents() -> Int { fatalError("a stub") }
    @discardableResult open func setString(
        _ string: String, forType dataType: NSPasteboard.PasteboardType
    ) -> Bool { fatalError("a stub") }
}
