/// A stub of Core Graphics, limited to the declaration in use. On Linux an image has the text that it shows, if there is one.
@available(iOS 2.0, macOS 10.0, tvOS 9.0, watchOS 2.0, visionOS 1.0, *)
public class CGImage {
    @_spi(Shim) public let text: String?

    @_spi(Shim) public init(text: String?) { self.text = text }
}
