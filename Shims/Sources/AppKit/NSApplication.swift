public import Foundation

@MainActor open class NSResponder: NSObject {}

@MainActor public var NSApp: NSApplication! { fatalError("a stub") }

@MainActor open class NSApplication: NSResponder {
    open class var shared: NSApplication { fatalError("a stub") }
    open var applicationIconImage: NSImage! { fatalError("a stub") }

    public struct ModalResponse: Hashable, RawRepresentable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let stop = ModalResponse(rawValue: -1000)
        public static let abort = ModalResponse(rawValue: -1001)
        public static let cancel = ModalResponse(rawValue: 0)
        public static let OK = ModalResponse(rawValue: 1)
    }

    open var windows: [NSWindow] { fatalError("a stub") }
    open var keyWindow: NSWindow? { fatalError("a stub") }
    open var mainWindow: NSWindow? { fatalError("a stub") }
    open var isActive: Bool { fatalError("a stub") }

    nonisolated open class var didBecomeActiveNotification: NSNotification.Name { fatalError("a stub") }
    nonisolated open class var willBecomeActiveNotification: NSNotification.Name { fatalError("a stub") }
    nonisolated open class var didHideNotification: NSNotification.Name { fatalError("a stub") }
    nonisolated open class var didUnhideNotification: NSNotification.Name { fatalError("a stub") }
    nonisolated open class var didResignActiveNotification: NSNotification.Name { fatalError("a stub") }
}

@MainActor open class NSView: NSResponder {
    public init(frame frameRect: NSRect) { super.init() }

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let width = AutoresizingMask(rawValue: 2)
        public static let height = AutoresizingMask(rawValue: 16)
    }

    open var window: NSWindow? { fatalError("a stub") }
    open var superview: NSView? { fatalError("a stub") }
    open var subviews: [NSView] {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var frame: NSRect {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var bounds: NSRect {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var isHidden: Bool {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var autoresizingMask: NSView.AutoresizingMask {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open func hitTest(_ point: NSPoint) -> NSView? { fatalError("a stub") }
    open func addSubview(_ view: NSView) { fatalError("a stub") }
    open func addSubview(_ view: NSView, positioned place: NSWindow.OrderingMode, relativeTo otherView: NSView?) {
        fatalError("a stub")
    }
    open func viewDidMoveToWindow() { fatalError("a stub") }
}

@MainActor open class NSViewController: NSResponder {
    open var view: NSView {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
}

@MainActor open class NSWindow: NSResponder {
    public enum OrderingMode: Int, Sendable {
        case above = 1
        case below = -1
        case out = 0
    }

    public convenience init(contentViewController: NSViewController) { fatalError("a stub") }

    open var contentViewController: NSViewController? {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var contentView: NSView? {
        get { fatalError("a stub") }
        set { fatalError("a stub") }
    }
    open var isVisible: Bool { fatalError("a stub") }
    open var isSheet: Bool { fatalError("a stub") }
    open var sheets: [NSWindow] { fatalError("a stub") }
    open var attachedSheet: NSWindow? { fatalError("a stub") }
    open var sheetParent: NSWindow? { fatalError("a stub") }

    open func beginSheet(
        _ sheetWindow: NSWindow, completionHandler handler: ((NSApplication.ModalResponse) -> Void)? = nil
    ) { fatalError("a stub") }
    open func endSheet(_ sheetWindow: NSWindow) { fatalError("a stub") }
    open func endSheet(_ sheetWindow: NSWindow, returnCode: NSApplication.ModalResponse) { fatalError("a stub") }
    open func endEditing(for object: Any?) { fatalError("a stub") }
    @discardableResult open func makeFirstResponder(_ responder: NSResponder?) -> Bool { fatalError("a stub") }
    open func makeKeyAndOrderFront(_ sender: Any?) { fatalError("a stub") }
    open func orderOut(_ sender: Any?) { fatalError("a stub") }

    nonisolated open class var didBecomeKeyNotification: NSNotification.Name { fatalError("a stub") }
    nonisolated open class var willBeginSheetNotification: NSNotification.Name { fatalError("a stub") }
}

@MainActor open class NSPanel: NSWindow {}

@MainActor open class NSSavePanel: NSPanel {}

public struct NSAccessibility {
    public struct Notification: Hashable, RawRepresentable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let announcementRequested = Notification(rawValue: "AXAnnouncementRequested")
        public static let layoutChanged = Notification(rawValue: "AXLayoutChanged")
    }

    public struct NotificationUserInfoKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let announcement = NotificationUserInfoKey(rawValue: "AXAnnouncement")
        public static let priority = NotificationUserInfoKey(rawValue: "AXPriority")
    }

    public static func post(
        element: Any, notification: NSAccessibility.Notification,
        userInfo: [NSAccessibility.NotificationUserInfoKey: Any]?
    ) { fatalError("a stub") }
}
