#if canImport(SwiftUI) && !os(watchOS)
import Airworthy
import Foundation
public import SwiftUI

/// Shows something only while a feature is on.
///
/// ```swift
/// IfFeature("new-editor") { NewEditor() } otherwise: { OldEditor() }
/// ```
/// It asks the client of the nearest `updateGate` or `airworthyFeatures`. Without one the code's own default counts.
public struct IfFeature<Content: View, Otherwise: View>: View {
    @Environment(\.airworthyModel) private var model
    private let key: String
    private let defaultValue: Bool
    private let content: () -> Content
    private let otherwise: () -> Otherwise

    /// Makes the view.
    /// - Parameters:
    ///   - key: The feature's key.
    ///   - defaultValue: What counts while nobody has said anything.
    ///   - content: What to show while it is on.
    ///   - otherwise: What to show while it is off.
    public init(
        _ key: String, default defaultValue: Bool = false, @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder otherwise: @escaping () -> Otherwise
    ) {
        self.key = key
        self.defaultValue = defaultValue
        self.content = content
        self.otherwise = otherwise
    }

    /// What it shows.
    public var body: some View {
        Following(model: model) { model in
            if model?.airworthy.isEnabled(key, default: defaultValue) ?? defaultValue {
                content()
            } else {
                otherwise()
            }
        }
    }
}

extension IfFeature where Otherwise == EmptyView {
    /// Makes the view, which shows nothing while the feature is off.
    /// - Parameters:
    ///   - key: The feature's key.
    ///   - defaultValue: What counts while nobody has said anything.
    ///   - content: What to show while it is on.
    public init(
        _ key: String, default defaultValue: Bool = false, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(key, default: defaultValue, content: content, otherwise: { EmptyView() })
    }
}

extension View {
    /// Changes the view only while a feature is on.
    ///
    /// ```swift
    /// Timeline().feature("swipe-actions") { $0.swipeActions { ShareButton() } }
    /// ```
    /// - Parameters:
    ///   - key: The feature's key.
    ///   - defaultValue: What counts while nobody has said anything.
    ///   - change: Makes what is shown while it is on, from the view.
    /// - Returns: The view.
    public func feature<Changed: View>(
        _ key: String, default defaultValue: Bool = false, @ViewBuilder _ change: @escaping (Self) -> Changed
    ) -> some View {
        IfFeature(key, default: defaultValue, content: { change(self) }, otherwise: { self })
    }
}
#endif
