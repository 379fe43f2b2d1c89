public import Foundation

@available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
@MainActor open class UIView: UIResponder {
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    public override convenience init() { self.init(frame: .zero) }

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    }

    open var frame: CGRect
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    open var isHidden = false
    open var alpha: CGFloat = 1
    open var backgroundColor: UIColor?
    open var isUserInteractionEnabled = true
    open var accessibilityViewIsModal = false
    open var accessibilityElementsHidden = false
    open var isAccessibilityElement = false
    open var autoresizingMask: UIView.AutoresizingMask = []
    open private(set) weak var superview: UIView?
    open private(set) var subviews: [UIView] = []

    open var window: UIWindow? { superview?.window }
    @available(iOS 13.0, tvOS 13.0, *)
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { style }
        set { style = newValue }
    }
    private var style = UIUserInterfaceStyle.unspecified

    /// The number of calls that ended editing.
    @_spi(Shim) public private(set) var endedEditing = 0

    @discardableResult open func endEditing(_ force: Bool) -> Bool {
        endedEditing += 1
        return true
    }

    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
        view.moved()
    }

    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
        moved()
    }

    open func didMoveToWindow() {}
    open func willMove(toWindow newWindow: UIWindow?) {}

    func moved() {
        didMoveToWindow()
        for view in subviews { view.moved() }
    }
}

@available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
open class UIColor: NSObject, @unchecked Sendable {
    open class var clear: UIColor { UIColor() }
    open class var black: UIColor { UIColor() }

    @available(iOS 13.0, *)
    @available(tvOS, unavailable)
    open class var systemBackground: UIColor { UIColor() }
}

@available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
@MainActor open class UIWindow: UIView {
    public struct Level: Hashable, RawRepresentable, Sendable {
        public let rawValue: CGFloat

        public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public static let normal = Level(0)
        public static let statusBar = Level(1000)
        public static let alert = Level(2000)

        public static func + (lhs: UIWindow.Level, rhs: CGFloat) -> UIWindow.Level { Level(lhs.rawValue + rhs) }
        public static func < (lhs: UIWindow.Level, rhs: UIWindow.Level) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    @available(iOS 13.0, tvOS 13.0, *)
    public init(windowScene: UIWindowScene) {
        super.init(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
        isHidden = true
        self.windowScene = windowScene
        windowScene.attached.append(self)
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isHidden = true
    }

    @available(iOS 13.0, tvOS 13.0, *)
    open weak var windowScene: UIWindowScene? {
        didSet {
            guard oldValue !== windowScene else { return }
            oldValue?.attached.removeAll { $0 === self }
            if let windowScene, !windowScene.attached.contains(self) { windowScene.attached.append(self) }
        }
    }
    open var windowLevel: UIWindow.Level = .normal
    open private(set) var isKeyWindow = false

    open override var window: UIWindow? { self }

    open override var isHidden: Bool { didSet { show(oldValue) } }

    open var rootViewController: UIViewController? {
        didSet {
            oldValue?.vanish()
            oldValue?.view.removeFromSuperview()
            guard let rootViewController else { return }
            addSubview(rootViewController.view)
            if !isHidden { rootViewController.appear() }
        }
    }

    open func makeKeyAndVisible() {
        makeKey()
        isHidden = false
    }

    open func makeKey() {
        for window in windowScene?.attached ?? [] { window.isKeyWindow = false }
        isKeyWindow = true
    }

    private func show(_ wasHidden: Bool) {
        guard wasHidden != isHidden else { return }
        if isHidden { isKeyWindow = false }
        if isHidden { rootViewController?.vanish() } else { rootViewController?.appear() }
    }
}
