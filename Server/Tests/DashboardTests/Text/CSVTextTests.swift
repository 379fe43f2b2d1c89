import Testing

@testable import Dashboard

@Suite("CSV files")
struct CSVTextTests {
    @Test(
        "a cell that a spreadsheet would run as a formula is text, also with accents on its first character",
        arguments: [
            ("=1+1", "\"'=1+1\""), ("+1", "\"'+1\""), ("-1", "\"'-1\""), ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("=\u{301}1", "\"'=\u{301}1\""), ("\t=1", "\"'\t=1\""), ("\r=1", "\"'\r=1\""),
            ("=HYPERLINK(\"http://a\",\"b\")", "\"'=HYPERLINK(\"\"http://a\"\",\"\"b\"\")\""),
        ])
    func formulas(text: String, cell: String) {
        #expect(CSVText.cell(text).utf8.elementsEqual(cell.utf8))
    }

    @Test(
        "quotation marks, commas and line ends stay in their cell",
        arguments: [
            ("2.2.0", "2.2.0"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""),
            ("a\"\u{301}b", "\"a\"\"\u{301}b\""),
            ("a\r\nb", "\"a\r\nb\""), ("a=b", "a=b"),
        ])
    func separators(text: String, cell: String) {
        #expect(CSVText.cell(text).utf8.elementsEqual(cell.utf8))
    }

    @Test("a file has its heading first, and ends each line as RFC 4180 says")
    func file() {
        #expect(CSVText.file(["a", "b"], rows: [["1", "=2"]]) == "a,b\r\n1,\"'=2\"\r\n")
    }
}
