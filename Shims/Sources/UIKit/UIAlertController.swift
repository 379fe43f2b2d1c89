public import Foundation

@available(iOS 8.0, tvOS 9.0, visionOS 1.0, *)
@MainActor open class UIAlertAction: NSObject {
    public enum Style: Int, Sendable {
        case `default` = 0
        case cancel = 1
        case destructive = 2
    }

    public let title: String?
    public let style: UIAlertAction.Style
    fileprivate let handler: ((UIAlertAction) -> Void)?

    public init(title: String?, style: UIAlertAction.Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.title = title
        self.style = style
        self.handler = handler
    }
}

@available(iOS 8.0, tvOS 9.0, visionOS 1.0, *)
@MainActor open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable {
        case actionSheet = 0
        case alert = 1
    }

    open var message: String?
    open private(set) var actions: [UIAlertAction] = []
    open private(set) var preferredStyle: UIAlertController.Style = .alert
    @available(iOS 9.0, tvOS 9.0, *)
    open var preferredAction: UIAlertAction? {
        get { preferred }
        set { preferred = newValue }
    }
    private var preferred: UIAlertAction?

    public convenience init(title: String?, message: String?, preferredStyle: UIAlertController.Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
        self.preferredStyle = preferredStyle
    }

    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    /// Presses a button: the alert goes, then its action runs.
    @_spi(Shim) public func press(_ title: String) {
        guard let action = actions.first(where: { $0.title == title }) else { return }
        dismiss(animated: false)
        action.handler?(action)
    }
}
