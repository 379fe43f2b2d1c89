import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore

/// A census as JSON or CSV. Its text is created in pieces while it is sent, so that it is never in memory as a whole.
struct CensusText: Sendable {
    enum Format: String, Sendable {
        case json
        /// The table that `airworthy simulate` reads, without installations of an unknown version. No value needs quotes.
        case csv

        fileprivate var contentType: String {
            switch self {
            case .json: "application/json"
            case .csv: "text/csv; charset=utf-8; header=present"
            }
        }
    }

    /// The number of rows in a piece, which has about 60 KiB.
    static let rowsOfPiece = 400

    private let format: Format
    /// The facts that the census is grouped by.
    private let facts: [AdoptionCell.Fact]
    private let rows: [AdoptionRow]
    /// The text before the first row.
    private let opening: String
    /// The text after the last row.
    private let closing: String

    init(_ census: AdoptionService.Census, of facts: [AdoptionCell.Fact], as format: Format) {
        self.format = format
        self.facts = facts
        switch format {
        case .json:
            rows = census.rows
            (opening, closing) = census.textAroundCells
        case .csv:
            rows = facts.contains(.version) ? census.rows.filter { !$0.cell.version.isEmpty } : census.rows
            opening = (facts.map(\.rawValue) + ["count"]).joined(separator: ",") + "\n"
            closing = ""
        }
    }

    func response() throws -> Response {
        // The pieces are created twice, because a response to HEAD needs the length, too.
        let length = try (0..<pieces).reduce(0) { sum, number in
            try Task.checkCancellation()
            return sum + piece(number).readableBytes
        }
        return Response(
            status: .ok, headers: [.contentType: format.contentType, .cacheControl: CacheControl.never.rawValue],
            body: ResponseBody(contentLength: length) { writer in
                for number in 0..<pieces { try await writer.write(piece(number)) }
                try await writer.finish(nil)
            })
    }

    private var pieces: Int { max(1, (rows.count + Self.rowsOfPiece - 1) / Self.rowsOfPiece) }

    private func piece(_ number: Int) -> ByteBuffer {
        var piece = ByteBuffer()
        if number == 0 { piece.writeString(opening) }
        let start = number * Self.rowsOfPiece
        for index in start..<min(start + Self.rowsOfPiece, rows.count) {
            let texts = rows[index].cell.texts(of: facts)
            switch format {
            case .json: piece.writeObject(facts, texts: texts, count: rows[index].count, isFirst: index == 0)
            case .csv: piece.writeLine(texts, count: rows[index].count)
            }
        }
        if number == pieces - 1 { piece.writeString(closing) }
        return piece
    }
}

extension AdoptionService.Census {
    /// The JSON object without the elements of `cells`: the text before and after them.
    fileprivate var textAroundCells: (before: String, after: String) {
        let first: JSONValue = [
            "days": .of(days), "asOf": .of(asOf), "source": .string(source.name), "installations": .of(installations),
        ]
        var last = JSONObject()
        last["origin"] = origin.map(JSONValue.string)
        last["importedAt"] = importedAt.map { .of($0) }
        let end = JSONValue.object(last).jsonText().dropFirst()
        return (first.jsonText().dropLast() + #","cells":["#, (last.isEmpty ? "]" : "],") + end)
    }
}

extension ByteBuffer {
    fileprivate mutating func writeObject(
        _ facts: [AdoptionCell.Fact], texts: [Substring], count: Int, isFirst: Bool
    ) {
        writeString(isFirst ? "{" : ",{")
        for (fact, text) in zip(facts, texts) {
            writeString("\"\(fact.rawValue)\":")
            writeJSON(text)
            writeString(",")
        }
        writeString("\"count\":\(count)}")
    }

    private mutating func writeJSON(_ text: Substring) {
        // A text of these characters needs no escape. Nearly all facts are such texts.
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else {
            writeBytes(JSONValue.string(String(text)).jsonBytes())
            return
        }
        writeString("\"")
        writeSubstring(text)
        writeString("\"")
    }

    fileprivate mutating func writeLine(_ texts: [Substring], count: Int) {
        for text in texts {
            writeSubstring(text)
            writeString(",")
        }
        writeString("\(count)\n")
    }
}
