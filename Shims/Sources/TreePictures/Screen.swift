@_spi(Shim) import SwiftUI

/// What is photographed, and how one gets there.
package struct Screen {
    /// The name of the picture.
    package var name: String
    /// The states that are shown below each other.
    var states: [State]
    /// Points of height after which it is cut off.
    var most = 2800

    struct State {
        var view: @MainActor (Look) -> AnyView
        /// What somebody does before the picture is taken.
        var steps: @MainActor (SwiftUI.Host, Look) async throws -> Void = { host, _ in await host.settle() }
    }
}
