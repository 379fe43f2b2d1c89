@_spi(Shim) import SwiftUI

/// A screen of the app to take a picture of, with the steps that lead to it.
package struct Screen {
    /// The name of the picture.
    package var name: String
    /// The states of the screen, from top to bottom.
    var states: [State]
    /// The maximum height in points.
    var most = 3200

    struct State {
        var view: @MainActor (Look) -> AnyView
        /// The user's steps before the picture is taken.
        var steps: @MainActor (SwiftUI.Host, Look) async throws -> Void = { host, _ in await host.settle() }
    }
}
