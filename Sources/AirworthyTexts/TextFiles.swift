public import Foundation

/// The files with the texts of screens: for each language a `.strings` file and a `.stringsdict` file in Apple's formats.
///
/// An app overrides texts with files of its own, `Airworthy.strings` and `Airworthy.stringsdict` in its `.lproj` folders; the keys are
/// those of `Sources/AirworthyTexts/Resources/en.lproj`. No code is needed. A program without bundles reads the files itself:
///
/// ```swift
/// let files = TextFiles { language, kind in try? Data(contentsOf: folder.appendingPathComponent("\(language).\(kind.rawValue)")) }
/// ```
public struct TextFiles: Sendable {
    /// The kind of a file.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Texts.
        case strings
        /// Texts with plural forms.
        case stringsdict
    }

    let read: @Sendable (String, Kind) -> Data?

    /// Creates the files of a program.
    /// - Parameter read: The function that returns the content of a file for a language, such as `ja` or `zh-Hans`; `nil` without
    ///   one.
    public init(_ read: @escaping @Sendable (_ language: String, _ kind: Kind) -> Data?) { self.read = read }

    /// The files of a bundle.
    /// - Parameters:
    ///   - folder: The folder with the `.lproj` folders.
    ///   - table: The name of the files.
    init(folder: URL?, table: String) {
        read = { language, kind in
            // SwiftPM lowercases the names of these folders, Xcode does not.
            for name in [language, language.lowercased()] {
                let file = folder?.appendingPathComponent("\(name).lproj/\(table).\(kind.rawValue)")
                if let data = file.flatMap({ try? Data(contentsOf: $0) }) { return data }
            }
            return nil
        }
    }

    /// The texts of this package.
    static let builtIn = TextFiles(folder: Bundle.module.resourceURL, table: "Localizable")
    /// The texts with which the app overrides them.
    static let app = TextFiles(folder: Bundle.main.resourceURL, table: "Airworthy")
}
