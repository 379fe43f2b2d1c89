import Foundation
@_spi(Shim) import SwiftUI

/// A combination of language, appearance and text size for a picture.
struct Look: Hashable, Sendable {
    /// The languages of the pictures, including a non-Latin and a right-to-left one.
    enum Language: String, CaseIterable, Sendable {
        case english = "en_US"
        case japanese = "ja_JP"
        case arabic = "ar_EG"

        var tag: String { String(rawValue.prefix(2)) }
    }

    var isDark: Bool
    var language: Language
    var isLargest: Bool

    var isRightToLeft: Bool { language == .arabic }

    var caption: String {
        "\(language.tag), \(isDark ? "dark" : "light"), \(isLargest ? "largest" : "default") text"
    }

    /// The rows: one for each text size.
    static let all = [false, true].flatMap { isLargest in
        [false, true].flatMap { isDark in
            Language.allCases.map { Look(isDark: isDark, language: $0, isLargest: isLargest) }
        }
    }

    @MainActor var environment: EnvironmentValues {
        var values = EnvironmentValues()
        values.locale = Locale(identifier: language.rawValue)
        values.colorScheme = isDark ? .dark : .light
        values.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
        values.dynamicTypeSize = isLargest ? .accessibility5 : .large
        values.scenePhase = .active
        return values
    }
}
