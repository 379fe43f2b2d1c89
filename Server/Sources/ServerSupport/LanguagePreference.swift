/// The languages that somebody wants, in their order, as BCP 47 tags such as `de-AT`.
package struct LanguagePreference: Sendable {
    /// The length of `Accept-Language` that is read, and the number of its languages.
    private static let (longestHeader, mostLanguages) = (200, 10)

    private let tags: [String]

    /// Creates a preference of one language.
    package init(tag: String) { tags = [tag] }

    /// Creates the preference of a browser or an app, from the header field `Accept-Language`. Weights are not read: all
    /// clients that are known send the languages in their order.
    package init(acceptLanguage: String) {
        let languages = acceptLanguage.prefix(Self.longestHeader).split(separator: ",").prefix(Self.mostLanguages)
        tags = languages.map { $0.prefix { $0 != ";" }.filter { $0 != " " } }
    }

    /// Returns the first wanted language that there are texts in, by its name in the collection: one of `de`, `pt-BR`, `zh-Hans`
    /// and `zh-Hant`, for example.
    package func first(of languages: some Collection<String>) -> String? {
        tags.lazy.compactMap { tag in
            Self.name(of: tag).flatMap { languages.contains($0) ? $0 : nil }
        }.first
    }

    /// Returns the name that texts in the language of a tag have.
    private static func name(of tag: String) -> String? {
        let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        let isTraditional = parts.contains { ["hant", "tw", "hk", "mo"].contains($0) } && !parts.contains("hans")
        return switch parts.first {
        case "zh": isTraditional ? "zh-Hant" : "zh-Hans"
        case "pt": "pt-BR"
        case let first: first
        }
    }
}
