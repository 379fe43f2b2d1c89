import Mustache
import Testing

@testable import Dashboard

@Suite("Escaping")
struct EscapingTests {
    @Test(
        "markup and quotation marks never leave their place, whatever follows them",
        arguments: ["<", ">", "&", "\"", "'"], ["", "\u{301}", "\u{200D}", "\u{20E3}", "\u{FE0F}"])
    func hostileText(mark: String, follower: String) {
        let text = SafeHTML().escapeText("a\(mark)\(follower)b")
        let scalars = Set(text.unicodeScalars)
        #expect(!scalars.contains("<") && !scalars.contains(">") && !scalars.contains("\"") && !scalars.contains("'"))
        #expect(
            text.unicodeScalars.suffix(follower.unicodeScalars.count + 1).elementsEqual("\(follower)b".unicodeScalars))
    }

    @Test("every template escapes by this program's rules, partials too")
    func everyTemplate() throws {
        struct Model: Sendable {
            let next: String?
            let problem: String?
        }
        let hostile = "\"\u{301} autofocus x='\u{301}<b>"
        let page = Page(
            layout: Layout(title: hostile, at: nil, of: nil, session: nil, notice: hostile),
            page: Model(next: hostile, problem: hostile))
        let html = try Templates().render(page, with: "sign-in")
        #expect(!html.unicodeScalars.elementsEqual(hostile.unicodeScalars))
        #expect(!html.contains("\u{301} autofocus x='"))
        #expect(html.contains("&quot;\u{301} autofocus"))
    }

    @Test("no template prints anything unescaped, and none has inline scripts or styles")
    func templates() {
        let templates = Templates.embeddedFiles.filter { $0.name.hasSuffix(Templates.suffix) }
        #expect(templates.count > 5)
        for file in templates {
            #expect(!file.text.contains("{{{") && !file.text.contains("{{&"), "\(file.name)")
            #expect(!file.text.contains("CONTENT_TYPE"), "\(file.name)")
            #expect(
                file.text.matches(of: #/ style=| on[a-z]+=|javascript:|<style|<script(?! type="module" src=)/#).isEmpty,
                "\(file.name)")
        }
    }
}
