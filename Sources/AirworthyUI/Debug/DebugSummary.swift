#if canImport(SwiftUI)
import Foundation
import SwiftUI

#if os(macOS)
import AppKit
#elseif canImport(UIKit) && !os(tvOS) && !os(watchOS)
import UIKit
#endif

/// The section of the debug panel with the report: a button that copies it, its text, and its short form as a QR code.
struct DebugSummary: View {
    let summary: String
    let shortReport: String
    @State private var isCopied = false

    var body: some View {
        Section {
            #if !os(tvOS) && !os(watchOS)
            Button("Copy the report", action: copy)
            if isCopied { Text(verbatim: "Copied").foregroundColor(.secondary).announced("Copied") }
            #endif
            SelectableText(text: summary).font(.body)
            #if canImport(CoreImage)
            QRCode(
                text: shortReport,
                caption:
                    "The short report. Scan it with another phone, and paste the text into the page Explain or into "
                    + "airworthy explain.",
                label: "QR code of the short report")
            #endif
        } header: {
            Text(verbatim: "Summary, to copy into a report")
        }
    }

    #if os(macOS)
    private func copy() {
        NSPasteboard.general.clearContents()
        isCopied = NSPasteboard.general.setString(summary, forType: .string)
    }
    #elseif canImport(UIKit) && !os(tvOS) && !os(watchOS)
    private func copy() {
        UIPasteboard.general.string = summary
        isCopied = true
    }
    #endif
}
#endif
