import AirworthyPolicy
import Testing

@testable import ReleaseSources

@Suite struct NotesTests {
    @Test(arguments: [
        (["en-US", "ja"], ["en": "en-US", "ja": "ja"]),
        (["en-AU", "en-GB", "en-US"], ["en": "en-US", "en-AU": "en-AU", "en-GB": "en-GB"]),
        (["pt-PT", "pt-BR"], ["pt": "pt-BR", "pt-PT": "pt-PT"]),
        (["de-DE", "de"], ["de": "de", "de-DE": "de-DE"]),
        (["zh-Hans", "zh-Hant"], ["zh-Hans": "zh-Hans", "zh-Hant": "zh-Hant"]),
    ])
    func `the text of a region stands for its language if there is no other`(locales: [String], texts: [String: String])
    {
        let notes = LocalizedText(Dictionary(uniqueKeysWithValues: locales.map { ($0, $0) }))
        #expect(notes.byLanguage.texts == texts)
        #expect(notes.byLanguage.byLanguage.texts == texts)
    }
}
