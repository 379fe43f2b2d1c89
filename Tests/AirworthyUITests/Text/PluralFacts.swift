@testable import AirworthyTexts
@testable import AirworthyUI

/// CLDR's cardinal rules for whole numbers: each language's categories, with numbers of each.
///
/// A form without whole numbers (`other` in Polish, for fractions) has an empty list.
enum PluralFacts {
    static let all: [String: [PluralCategory: [Int]]] = [
        "ar": [
            .zero: [0], .one: [1], .two: [2], .few: [3, 10, 103, 110, 1003], .many: [11, 26, 99, 111, 1011],
            .other: [100, 102, 200, 202, 1000, 10_000, 1_000_000],
        ],
        "de": oneAndOther, "en": oneAndOther, "nl": oneAndOther, "tr": oneAndOther,
        "es": [.one: [1], .many: [1_000_000, 2_000_000], .other: [0, 2, 16, 100, 1000, 100_000, 1_000_001]],
        "it": [.one: [1], .many: [1_000_000, 2_000_000], .other: [0, 2, 16, 100, 1000, 100_000, 1_000_001]],
        "fr": [.one: [0, 1], .many: [1_000_000, 2_000_000], .other: [2, 17, 100, 1000, 100_000, 1_000_001]],
        "pt-BR": [.one: [0, 1], .many: [1_000_000, 2_000_000], .other: [2, 17, 100, 1000, 100_000, 1_000_001]],
        "pl": [
            .one: [1], .few: [2, 4, 22, 24, 102, 1002], .many: [0, 5, 11, 12, 14, 19, 21, 101, 112, 1000, 1_000_000],
            .other: [],
        ],
        "ru": eastSlavic, "uk": eastSlavic,
        "id": otherOnly, "ja": otherOnly, "ko": otherOnly, "th": otherOnly, "vi": otherOnly, "zh-Hans": otherOnly,
        "zh-Hant": otherOnly,
    ]

    private static let oneAndOther: [PluralCategory: [Int]] = [.one: [1], .other: [0, 2, 16, 101, 1000, 1_000_000]]
    private static let otherOnly: [PluralCategory: [Int]] = [.other: [0, 1, 2, 15, 100, 1000, 1_000_000]]
    private static let eastSlavic: [PluralCategory: [Int]] = [
        .one: [1, 21, 31, 101, 1001], .few: [2, 4, 22, 24, 102, 1002],
        .many: [0, 5, 11, 12, 14, 19, 20, 100, 111, 112, 1000, 1_000_000], .other: [],
    ]
}
