import AirworthyPolicy
import ControlPlane

/// The body of a request that imports installations: a name for their origin, and the rows of a table.
enum AdoptionImportInput {
    /// The names of the members.
    static let members = ["schema", "origin", "rows"]
    /// The columns of a row, as in the table that `airworthy simulate` reads.
    static let columns = ["platform", "version", "build", "channel", "os", "storefront", "count"]
    /// The most characters of the origin.
    private static let longestOrigin = 200

    /// Reads an import.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    static func read(_ object: InputObject, for app: App) throws(HTTPProblem) -> (origin: String, rows: [AdoptionRow]) {
        _ = try object.requiredNumber("schema")
        guard let origin = try object.freeText("origin", limit: longestOrigin) else {
            throw .body(at: object.place(of: "origin"), detail: "\"origin\" is missing")
        }
        guard let list = try object.list("rows") else {
            throw .body(at: object.place(of: "rows"), detail: "\"rows\" is missing")
        }
        guard list.count <= AdoptionLimit.importedRows else {
            throw .body(at: object.place(of: "rows"), detail: "send at most \(AdoptionLimit.importedRows) rows")
        }
        let cells = CellInput(app: app)
        var rows: [AdoptionRow] = []
        for (node, pointer) in list {
            let row = try RowFacts(node, at: pointer)
            rows.append(AdoptionRow(cell: try cells.cell(row), count: try row.count()))
        }
        return (origin, rows)
    }

    /// The facts of a row; an empty text is an absent fact.
    private struct RowFacts: CellFacts {
        private let elements: [DocumentNode]
        private let pointer: String

        init(_ node: DocumentNode, at pointer: String) throws(HTTPProblem) {
            guard case .array(let elements) = node.value, elements.count == columns.count else {
                throw .body(at: pointer, detail: "expected an array of \(columns.joined(separator: ", "))")
            }
            (self.elements, self.pointer) = (elements, pointer)
        }

        func place(of key: String) -> String {
            JSONPointer.appending(columns.firstIndex(of: key) ?? 0, to: pointer)
        }

        func text(_ key: String) throws(HTTPProblem) -> String? {
            guard let column = columns.firstIndex(of: key) else { return nil }
            let text = try InputObject.text(elements[column], at: place(of: key))
            return text.isEmpty ? nil : text
        }

        func count() throws(HTTPProblem) -> Int {
            guard case .number(let number) = elements[columns.count - 1].value, let count = number.intValue,
                (0...AdoptionLimit.importedCount).contains(count)
            else {
                throw .body(
                    at: place(of: "count"), detail: "write a whole number from 0 to \(AdoptionLimit.importedCount)")
            }
            return count
        }
    }
}
