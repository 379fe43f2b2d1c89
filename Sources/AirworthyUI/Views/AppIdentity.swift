#if canImport(SwiftUI) && !os(watchOS)
import Foundation
import SwiftUI

#if os(macOS)
import AppKit
#elseif os(iOS) || os(visionOS)
import UIKit
#endif

/// The app as its users know it from their device.
struct AppIdentity {
    /// The name under the icon.
    var name: String?
    /// The icon, a square.
    var icon: Image?
    /// Whether the icon fills its square, so that its corners have to be cut off.
    var isSquare = true

    /// The running app. Systems that hand out no icon, and apps without one, have none.
    @MainActor static let current = AppIdentity(name: name, icon: icon, isSquare: isSquare)

    private static var name: String? {
        #if os(Linux)
        nil
        #else
        let bundle = Bundle.main
        return (bundle.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String)
            ?? (bundle.object(forInfoDictionaryKey: "CFBundleName") as? String)
        #endif
    }

    #if os(macOS)
    private static let isSquare = false

    @MainActor private static var icon: Image? { NSApplication.shared.applicationIconImage.map { Image(nsImage: $0) } }
    #elseif os(iOS)
    private static let isSquare = true

    /// The largest of the icon's files that the build puts beside the asset catalog.
    @MainActor private static var icon: Image? {
        let icons = Bundle.main.object(forInfoDictionaryKey: "CFBundleIcons") as? [String: Any]
        let files = (icons?["CFBundlePrimaryIcon"] as? [String: Any])?["CFBundleIconFiles"] as? [String]
        return files?.last.flatMap { UIImage(named: $0) }.map { Image(uiImage: $0) }
    }
    #else
    private static let isSquare = true
    private static let icon: Image? = nil
    #endif
}

private struct AppIdentityKey: EnvironmentKey {
    static var defaultValue: AppIdentity? { nil }
}

extension EnvironmentValues {
    /// The app on the screens; `nil` for the running one. Pictures and tests set another.
    package var airworthyAppName: String? {
        get { airworthyApp?.name }
        set { airworthyApp = newValue.map { AppIdentity(name: $0, icon: Image("AppIcon")) } }
    }

    fileprivate(set) var airworthyApp: AppIdentity? {
        get { self[AppIdentityKey.self] }
        set { self[AppIdentityKey.self] = newValue }
    }
}

/// The picture above a heading, and the name of the app: the theme's image, else the app's icon, else the symbol of the screen.
struct ScreenEmblem: View {
    let kind: UpdateScreen.Kind
    @Environment(\.airworthyApp) private var replacement
    @Environment(\.airworthyTheme) private var theme

    var body: some View {
        let app = replacement ?? .current
        VStack(spacing: 8) {
            if let logo = theme.logo {
                logo.accessibilityHidden(true)
            } else if let icon = app.icon {
                icon.resizable()
                    .frame(width: 76, height: 76)
                    .clipShape(RoundedRectangle(cornerRadius: app.isSquare ? 17 : 0))
                    .accessibilityHidden(true)
            } else if let symbol = theme.symbols[kind] {
                Image(systemName: symbol).font(.largeTitle).foregroundColor(theme.tint ?? .accentColor)
                    .accessibilityHidden(true)
            }
            if let name = app.name {
                Text(verbatim: name).font(.subheadline).foregroundColor(.secondary)
            }
        }
    }
}
#endif
