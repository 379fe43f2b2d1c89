#if canImport(SwiftUI)
public import Airworthy
import AirworthyPolicy
import Foundation
public import SwiftUI

/// The value of a feature in a view. The view is drawn again when the value changes.
///
/// ```swift
/// @FeatureFlag("columns", default: 2) private var columns
/// @FeatureFlag(.newEditor) private var hasNewEditor
/// ```
/// The value comes from the client of the nearest `updateGate` or `airworthyFeatures`. Without a client the default applies.
@propertyWrapper public struct FeatureFlag<Value: FeatureValue>: DynamicProperty {
    @Environment(\.airworthyFeatureValues) private var features
    @Environment(\.airworthyModel) private var model
    private let key: FeatureKey<Value>

    /// Creates the property.
    /// - Parameters:
    ///   - name: The feature's key.
    ///   - defaultValue: The value if the rules name none, or one of another type.
    public init(_ name: String, default defaultValue: Value) { self.init(FeatureKey(name, default: defaultValue)) }

    /// Creates the property for a typed key.
    /// - Parameter key: The key.
    public init(_ key: FeatureKey<Value>) { self.key = key }

    /// The value.
    public var wrappedValue: Value {
        if let value = features.values[key.name] { model?.airworthy.reportExposure(of: key.name, value: value) }
        return features.value(for: key)
    }
}

/// A view whose content depends on a feature.
///
/// ```swift
/// IfFeature("new-editor") { NewEditor() } otherwise: { OldEditor() }
/// ```
/// The value comes from the client of the nearest `updateGate` or `airworthyFeatures`. Without a client the default applies.
public struct IfFeature<Content: View, Otherwise: View>: View {
    @FeatureFlag private var isOn: Bool
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
        _isOn = FeatureFlag(key, default: defaultValue)
        self.content = content
        self.otherwise = otherwise
    }

    /// The content for the feature's current value.
    public var body: some View {
        if isOn { content() } else { otherwise() }
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
