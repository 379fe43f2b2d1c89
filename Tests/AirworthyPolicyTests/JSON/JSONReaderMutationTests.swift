import AirworthyPolicy
import Testing

/// Random damage to valid documents. Each result is read and written back unchanged, or rejected with a position.
@Suite struct JSONReaderMutationTests {
    private let document = Array(
        """
        {"schema": 1, "app": "hashtags", "rules": [
          {"id": "floor", "when": {"version": "<1.4.0", "not": [{"os": {"iOS": "<16"}}]}, "update": "required",
           "message": {"en": "Caf\\u00e9 \\ud83d\\ude80\\n", "ja": "このバージョン🚀"}, "n": [-0.5e+3, 0, 1E2, true, false, null]}
        ]}
        """.utf8)
    private let splinters = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud83d", "0", "-", ".", "e", "null", "\n", "\r", " ", "//",
        "é", "🚀",
        "\u{FEFF}", "\0", "'", "{\"a\":", "[[[[",
    ].map { Array($0.utf8) }

    @Test(arguments: UInt64(1)...40)
    func `damaged JSON documents never crash the reader`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var bytes = document
            for _ in 0..<Int.random(in: 1...4, using: &generator) { damage(&bytes, &generator) }
            let options = JSONReader.Options(
                maximumDepth: Int.random(in: 1...70, using: &generator),
                allowsTrailingCommas: Bool.random(using: &generator),
                duplicateKeys: Bool.random(using: &generator) ? .reject : .keepFirst)
            check(bytes, options)
        }
    }

    @Test func `a JSON document cut off anywhere is rejected`() {
        for length in 0..<document.count {
            #expect(throws: DocumentError.self) { try JSONReader.read(document[..<length]) }
        }
    }

    private func check(_ bytes: [UInt8], _ options: JSONReader.Options) {
        do {
            let value = try JSONReader.read(bytes, options: options).jsonValue
            let again = try JSONReader.read(value.jsonBytes(), options: options).jsonValue
            #expect(again == value)
            #expect(again.jsonText() == value.jsonText())
        } catch {
            let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 10 || $0 == 13 }
            #expect(1...max(1, lines.count) ~= error.position.line, "\(error)")
            #expect(1...(bytes.count + 1) ~= error.position.column, "\(error)")
            #expect(!error.code.isEmpty && !error.message.isEmpty)
        }
    }

    private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0...8, using: &generator))
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.removeSubrange(place..<end)
        case 1: bytes.insert(contentsOf: splinters.randomElement(using: &generator) ?? [], at: place)
        case 2: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
        default:
            if place < bytes.count { bytes[place] = UInt8.random(in: .min ... .max, using: &generator) }
        }
    }
}
