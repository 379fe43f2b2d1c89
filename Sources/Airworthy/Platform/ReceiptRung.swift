package import Foundation

/// The evidence of the receipt's file name, which distinguishes the sandbox from production on iOS. Its content is not read.
package struct ReceiptRung: ImmediateRung {
    private let file: URL?

    /// Creates the rung.
    /// - Parameter file: The location of the receipt, even if there is no file.
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
    /// Creates the rung for the main bundle.
    package init() { self.init(file: Bundle.main.appStoreReceiptURL) }
}
#endif
