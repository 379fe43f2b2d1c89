/// The plural categories of CLDR.
enum PluralCategory: String, CaseIterable, Sendable {
    case zero, one, two, few, many, other

    /// Returns the category of a whole number by CLDR's cardinal rules.
    /// - Parameters:
    ///   - count: The number. Its sign is ignored.
    ///   - language: A language of ``TextLanguage/all``.
    init(_ count: Int, in language: String) {
        let n = count.magnitude
        let last = n % 10
        let lastTwo = n % 100
        // 2, 3, 4, 22, 23, 24 …, but not 12, 13, 14.
        let isFew = (2...4).contains(last) && !(12...14).contains(lastTwo)
        switch language {
        case "ja", "zh-Hans", "zh-Hant", "ko", "vi", "th", "id": self = .other
        case "fr", "pt-BR": self = n <= 1 ? .one : n % 1_000_000 == 0 ? .many : .other
        case "es", "it": self = n == 1 ? .one : n != 0 && n % 1_000_000 == 0 ? .many : .other
        case "pl": self = n == 1 ? .one : isFew ? .few : .many
        case "ru", "uk": self = last == 1 && lastTwo != 11 ? .one : isFew ? .few : .many
        case "ar":
            switch lastTwo {
            case _ where n == 0: self = .zero
            case _ where n == 1: self = .one
            case _ where n == 2: self = .two
            case 3...10: self = .few
            case 11...99: self = .many
            default: self = .other
            }
        default: self = n == 1 ? .one : .other
        }
    }
}
