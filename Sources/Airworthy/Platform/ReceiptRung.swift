package import Foundation

/// The name of the receipt file, which tells the sandbox from production on iOS. Nothing is read from it.
package struct ReceiptRung: ImmediateRung {
    private let file: URL?

    /// - Parameter file: Where the receipt is, or would be.
    package init(file: URL?) { self.file = file }

    package var step: ChannelStep { .receipt }

    package func findNow() -> ChannelFinding {
        guard let file else { return .absent }
        return .receipt(
            name: file.lastPathComponent, exists: FileManager.default.fileExists(atPath: file.path))
    }
}

#if !os(Linux)
extension ReceiptRung {
    /// Looks for the receipt of the main bundle.
    package init() {
        self.init(file: Bundle.main.appStoreReceiptURL)
    }
}
#endif
