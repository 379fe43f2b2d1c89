import Testing

@testable import AirworthyTexts
@testable import AirworthyUI

@Suite struct TextKeyTests {
    @Test(arguments: TextKey.allCases)
    func `a text with a count has a form for one`(_ key: TextKey) {
        #expect(key.english.contains("$ld") == (key.englishOne != nil))
    }
}
