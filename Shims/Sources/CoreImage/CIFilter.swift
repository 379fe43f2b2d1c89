@_exported @_spi(Shim) import CoreGraphics
public import Foundation

/// Stubs of Core Image, limited to the declarations in use. Their Objective-C identifiers cannot be compared with Apple's
/// automatically; they were compared by hand. On Linux the only filter is the one for QR codes, and its image has the text.
@available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
open class CIFilter: NSObject {
    private let message: Data

    @available(iOS 8.0, macOS 10.10, tvOS 9.0, *)
    public init?(name: String, parameters params: [String: Any]?) {
        guard name == "CIQRCodeGenerator", let message = params?["inputMessage"] as? Data else { return nil }
        self.message = message
    }

    @available(macOS 10.10, *)
    open var outputImage: CIImage? { CIImage(message) }
}

@available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
open class CIImage: NSObject {
    let message: Data

    init(_ message: Data) { self.message = message }

    open var extent: CGRect { CGRect(x: 0, y: 0, width: 25, height: 25) }
}

@available(iOS 5.0, macOS 10.4, tvOS 9.0, visionOS 1.0, *)
open class CIContext: NSObject {
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
        CGImage(text: String(decoding: image.message, as: UTF8.self))
    }
}
