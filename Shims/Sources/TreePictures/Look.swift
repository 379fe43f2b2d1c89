import Foundation
@_spi(Shim) import SwiftUI

/// One way to look at a screen.
struct Look: Hashable, Sendable {
    /// The languages of the pictures. One is not in Latin letters, one is written from right to left.
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

    /// A row for each size of text.
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
