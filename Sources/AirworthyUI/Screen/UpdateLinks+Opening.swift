import AirworthyTexts
import Foundation

/// A function that passes a URL to the system, then calls back with whether a program opened it.
typealias LinkOpener = @MainActor (URL, @escaping @MainActor (Bool) -> Void) -> Void

extension UpdateLinks {
    /// Tries the links in order until the system opens one.
    /// - Parameters:
    ///   - open: The function that opens a link.
    ///   - done: Called with whether a link opened.
    @MainActor func openFirst(with open: @escaping LinkOpener, done: @escaping @MainActor (Bool) -> Void) {
        Self.openFirst(of: urls[...], with: open, done: done)
    }

    @MainActor private static func openFirst(
        of urls: ArraySlice<URL>, with open: @escaping LinkOpener, done: @escaping @MainActor (Bool) -> Void
    ) {
        guard let url = urls.first else {
            done(false)
            return
        }
        open(url) { opened in
            if opened { done(true) } else { openFirst(of: urls.dropFirst(), with: open, done: done) }
        }
    }
}
