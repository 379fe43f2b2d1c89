#if os(macOS)
import AppKit
package import Foundation

/// Opens URLs with the workspace.
package struct SystemURLOpener: URLOpener {
    /// Makes the opener.
    package init() {}

    package func open(_ url: URL) async -> Bool { NSWorkspace.shared.open(url) }
}
#elseif canImport(UIKit) && !os(watchOS)
package import Foundation
import UIKit

/// Opens URLs with the application. App extensions have none; they give another opener, or none.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
package struct SystemURLOpener: URLOpener {
    /// Makes the opener.
    package init() {}

    @MainActor package func open(_ url: URL) async -> Bool { await UIApplication.shared.open(url) }
}
#endif
