/// Tables as CSV files that people open in a spreadsheet.
enum CSVText {
    /// Returns a file with a heading and rows, as RFC 4180 has it.
    static func file(_ names: [String], rows: some Sequence<[String]>) -> String {
        var text = line(names)
        for row in rows { text += line(row) }
        return text
    }

    private static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    /// Returns a cell. A spreadsheet runs a cell that begins like a formula, so an apostrophe stands before it, and the cell has
    /// quotation marks.
    static func cell(_ text: String) -> String {
        // By bytes: a quotation mark with an accent is one character to people, and ends the cell all the same.
        let bytes = text.utf8
        let isFormula = bytes.first.map(formulas.contains) ?? false
        guard isFormula || bytes.contains(where: special.contains) else { return text }
        var quoted: [UInt8] = [quote]
        if isFormula { quoted.append(UInt8(ascii: "'")) }
        for byte in bytes {
            if byte == quote { quoted.append(quote) }
            quoted.append(byte)
        }
        quoted.append(quote)
        return String(decoding: quoted, as: UTF8.self)
    }

    private static let quote = UInt8(ascii: "\"")
    private static let formulas = Set("=+-@\t\r\n".utf8)
    private static let special = Set("\",\r\n".utf8)
}
