extension CodeText {
    /// The codes of text that is not proper JSON or YAML.
    static let text = [
        finding(
            "empty-document",
            meaning: "The file is empty.",
            remedy: "Write a value."),
        finding(
            "trailing-comma",
            meaning: "JSON allows no comma before `]` or `}`.",
            remedy: "Remove the comma."),
        finding(
            "missing-comma",
            meaning: "Two values follow each other without a comma.",
            remedy: "Add it."),
        finding(
            "missing-colon",
            meaning: "A key has no colon after it.",
            remedy: "Add it."),
        finding(
            "comment",
            meaning: "JSON has no comments.",
            remedy: "Remove the comment, or write YAML, which has them."),
        finding(
            "single-quote",
            meaning: "JSON takes double quotes only.",
            remedy: "Use double quotes."),
        finding(
            "unquoted-key",
            meaning: "JSON takes keys in double quotes only.",
            remedy: "Quote the key."),
        finding(
            "unknown-word",
            meaning: "The word is not `true`, `false` or `null`.",
            remedy: "Quote it, if it is text."),
        finding(
            "leading-zero",
            meaning: "A number begins with a zero that is not needed.",
            remedy: "Remove the zero, or quote the text."),
        finding(
            "invalid-number",
            meaning: "The text is no number of JSON.",
            remedy: "Write digits as in `-1.5e3`, or quote the text."),
        finding(
            "unterminated-string",
            meaning: "A string has no end.",
            remedy: "Add the closing quote."),
        finding(
            "invalid-escape",
            meaning: "A backslash is followed by something that is no escape.",
            remedy: "Write `\\\\` for a backslash."),
        finding(
            "lone-surrogate",
            meaning: "An escape is half of a surrogate pair.",
            remedy: "Write the pair, or the character itself."),
        finding(
            "control-character",
            meaning: "A string contains a line break, a tab or another control character.",
            remedy: "Write `\\n`, `\\t` or `\\u00XX`."),
        finding(
            "combining-marks",
            meaning: "More than 30 combining marks follow each other, more than any language needs.",
            remedy: "Remove some of them."),
        finding(
            "invalid-utf8",
            meaning: "The bytes are not UTF-8.",
            remedy: "Save the file as UTF-8."),
        finding(
            "unexpected-character",
            meaning: "Another character was expected.",
            remedy: "Write what the message expects."),
        finding(
            "unexpected-end",
            meaning: "The text ends too early.",
            remedy: "Check whether the file is cut off."),
        finding(
            "trailing-text",
            meaning: "Something follows the value.",
            remedy: "Keep one value in the file."),
        finding(
            "markup",
            meaning: "The file is a web page or XML.",
            remedy: "Check the address that it came from."),
        finding(
            "invalid-yaml",
            meaning: "The text is not YAML.",
            remedy: "See the message. Often a tab stands before a key, or a value such as `>=2.2` needs quotes."),
        finding(
            "several-documents",
            meaning: "A second document begins in the same file.",
            remedy: "Keep one."),
        finding(
            "undefined-alias",
            meaning: "No anchor of this name stands above.",
            remedy: "Check the name."),
        finding(
            "bad-key",
            meaning: "A key is not text.",
            remedy: "Write text; quote numbers."),
        finding(
            "merge-key",
            meaning: "Merge keys (`<<`) are not read.",
            remedy: "Write the keys out."),
        finding(
            "tag",
            meaning: "Tags such as `!!binary` are not read.",
            remedy: "Leave the tag out."),
    ]

    private static func finding(_ code: String, meaning: String, remedy: String) -> CodeText {
        CodeText(code, in: .text, meaning: meaning, remedy: remedy)
    }
}
