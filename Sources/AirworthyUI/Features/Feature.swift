#if canImport(SwiftUI)
import Airworthy
import Foundation
public import SwiftUI

/// A view whose content depends on a feature.
///
/// ```swift
/// IfFeature("new-editor") { NewEditor() } otherwise: { OldEditor() }
/// ```
/// The value comes from the client of the nearest `updateGate` or `airworthyFeatures`. Without a client the default applies.
public struct IfFeature<Content: View, Otherwise: View>: View {
    @Environment(\.airworthyModel) private var model
    private let key: String
    private let defaultValue: Bool
    private let content: () -> Content
    private let otherwise: () -> Otherwise

    /// Creates the view.
    /// - Parameters:
    ///   - key: The feature's key.
    ///   - defaultValue: The value if no policy sets the feature.
    ///   - content: The content while the feature is on.
    ///   - otherwise: The content while the feature is off.
    public init(
        _ key: String, default defaultValue: Bool = false, @ViewBuilder content: @escaping () -> Content,
        @ViewBuilder otherwise: @escaping () -> Otherwise
    ) {
        self.key = key
        self.defaultValue = defaultValue
        self.content = content
        self.otherwise = otherwise
    }

    /// The content for the feature's current value.
    public var body: some View {
        ModelReader(model: model) { model in
            if model?.airworthy.isEnabled(key, default: defaultValue) ?? defaultValue {
                content()
            } else {
                otherwise()
            }
        }
    }
}

extension IfFeature where Otherwise == EmptyView {
    /// Creates a view that shows nothing while the feature is off.
    /// - Parameters:
    ///   - key: The feature's key.
    ///   - defaultValue: The value if no policy sets the feature.
    ///   - content: The content while the feature is on.
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
    ///   - defaultValue: The value if no policy sets the feature.
    ///   - change: Returns the changed view for when the feature is on.
    /// - Returns: The changed view while the feature is on, else this view.
    public func feature<Changed: View>(
        _ key: String, default defaultValue: Bool = false, @ViewBuilder _ change: @escaping (Self) -> Changed
    ) -> some View {
        IfFeature(key, default: defaultValue, content: { change(self) }, otherwise: { self })
    }
}
#endif
