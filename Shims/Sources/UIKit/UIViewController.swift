public import Foundation

@available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
public enum UIModalPresentationStyle: Int, Sendable {
    case automatic = -2
    case none = -1
    case fullScreen = 0
    case pageSheet = 1
    case formSheet = 2
    case overFullScreen = 5
}

@available(iOS 6.0, visionOS 1.0, *)
@available(tvOS, unavailable)
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let portrait = UIInterfaceOrientationMask(rawValue: 2)
    public static let landscape = UIInterfaceOrientationMask(rawValue: 24)
    public static let all = UIInterfaceOrientationMask(rawValue: 30)
}

@available(iOS 2.0, visionOS 1.0, *)
@available(tvOS, unavailable)
public enum UIStatusBarStyle: Int, Sendable {
    case `default` = 0
    case lightContent = 1
    case darkContent = 3
}

@available(iOS 2.0, tvOS 9.0, visionOS 1.0, *)
@MainActor open class UIViewController: UIResponder {
    private var loaded: UIView?
    private var isOnScreen = false

    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
    public convenience override init() { self.init(nibName: nil, bundle: nil) }
    public required dynamic init?(coder: NSCoder) { super.init() }

    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loaded
        }
        set { loaded = newValue }
    }
    open var isViewLoaded: Bool { loaded != nil }
    open var title: String?
    open var modalPresentationStyle: UIModalPresentationStyle = .automatic
    @available(iOS 13.0, tvOS 13.0, *)
    open var isModalInPresentation: Bool {
        get { isModal }
        set { isModal = newValue }
    }
    private var isModal = false
    @available(tvOS, unavailable)
    open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }
    @available(tvOS, unavailable)
    open var prefersStatusBarHidden: Bool { false }
    @available(tvOS, unavailable)
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }
    open private(set) var isBeingDismissed = false
    open private(set) var presentedViewController: UIViewController?
    open private(set) weak var presentingViewController: UIViewController?
    open private(set) weak var parent: UIViewController?
    open private(set) var children: [UIViewController] = []

    open func loadView() { loaded = UIView(frame: .zero) }
    open func loadViewIfNeeded() {
        guard loaded == nil else { return }
        loadView()
        viewDidLoad()
    }
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}

    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) {
        guard presentedViewController == nil else { return }
        presentedViewController = viewControllerToPresent
        viewControllerToPresent.presentingViewController = self
        viewControllerToPresent.appear()
        completion?()
    }

    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
        if let presented = presentedViewController {
            presented.isBeingDismissed = true
            presented.vanish()
            presented.isBeingDismissed = false
            presented.presentingViewController = nil
            presentedViewController = nil
            completion?()
        } else if let presentingViewController {
            presentingViewController.dismiss(animated: flag, completion: completion)
        }
    }

    open func addChild(_ childController: UIViewController) {
        childController.parent = self
        children.append(childController)
    }
    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }
    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {
        if parent?.isOnScreen == true { appear() } else { vanish() }
    }

    func appear() {
        guard !isOnScreen else { return }
        loadViewIfNeeded()
        viewWillAppear(false)
        isOnScreen = true
        viewDidAppear(false)
        for child in children { child.appear() }
    }

    func vanish() {
        guard isOnScreen else { return }
        viewWillDisappear(false)
        isOnScreen = false
        viewDidDisappear(false)
        for child in children { child.vanish() }
    }
}

@available(iOS 3.0, tvOS 9.0, visionOS 1.0, *)
public struct UIAccessibility {
    public struct Notification: Hashable, RawRepresentable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let screenChanged = Notification(rawValue: 1000)
        public static let layoutChanged = Notification(rawValue: 1001)
        public static let announcement = Notification(rawValue: 1008)
    }

    @MainActor public static func post(notification: UIAccessibility.Notification, argument: Any?) {
        Current.application?.posted.append((notification, argument))
    }
}
