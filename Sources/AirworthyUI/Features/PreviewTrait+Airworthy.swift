#if canImport(SwiftUI) && !os(watchOS)
import Airworthy
public import AirworthyPolicy
public import SwiftUI

@available(iOS 18.0, macOS 15.0, tvOS 18.0, visionOS 2.0, *)
extension PreviewTrait where T == Preview.ViewTraits {
    /// Puts the view of a preview into a gate with a decision that never changes. It makes no request and stores nothing.
    ///
    /// ```swift
    /// #Preview(traits: .airworthy(.required)) { ContentView() }
    /// ```
    /// - Parameters:
    ///   - status: The status of the decision. Recommended and required updates lead to version 99 on the App Store.
    ///   - installation: The installed app, with its channel.
    ///   - features: The values of features by key.
    /// - Returns: The trait.
    @MainActor public static func airworthy(
        _ status: Decision.Status, for installation: Installation = Installation(version: "1.0", channel: .appstore),
        features: [String: JSONValue] = [:]
    ) -> PreviewTrait<Preview.ViewTraits> {
        .modifier(GatePreview(airworthy: Airworthy.stub(status, for: installation, features: features).airworthy))
    }
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, visionOS 2.0, *)
struct GatePreview: PreviewModifier {
    let airworthy: Airworthy

    func body(content: Content, context: Void) -> some View { content.updateGate(airworthy) }
}
#endif
