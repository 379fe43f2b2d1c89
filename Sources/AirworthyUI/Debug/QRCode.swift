#if canImport(SwiftUI) && canImport(CoreImage)
import CoreImage
import Foundation
import SwiftUI

/// A text as a QR code, below a caption. It shows nothing if Core Image cannot encode the text.
struct QRCode: View {
    private static let context = CIContext()

    let text: String
    let caption: String
    /// The label of the code for assistive technologies.
    let label: String

    var body: some View {
        let filter = CIFilter(
            name: "CIQRCodeGenerator",
            parameters: ["inputMessage": Data(text.utf8), "inputCorrectionLevel": "M"])
        if let code = filter?.outputImage, let image = Self.context.createCGImage(code, from: code.extent) {
            VStack(alignment: .leading, spacing: 8) {
                Text(verbatim: caption).font(.caption).foregroundColor(.secondary)
                Image(image, scale: 1, label: Text(verbatim: label))
                    .interpolation(.none).resizable().frame(width: 240, height: 240)
                    // Scanners need a white margin of four modules, in dark mode, too.
                    .padding(20).background { Color.white }
            }
        }
    }
}
#endif
