public import Foundation

@available(iOS 3.0, visionOS 1.0, *)
@available(tvOS, unavailable)
open class UIPasteboard: NSObject {
    open class var general: UIPasteboard { UIPasteboard() }

    open var string: String? {
        get { Current.application?.copied }
        set { Current.application?.copied = newValue }
    }
}
