import AirworthyPolicy
import ControlPlane

/// Reads the facts of installations of an app, so that each has one spelling.
struct CellInput: Sendable {
    /// The most characters of a version, build number or system.
    private static let longestVersion = 32
    /// The most characters of the name of a marketplace.
    private static let longestMarketplace = 64

    let app: App

    /// Reads a cell. Platform, version and channel are required.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    func cell(_ facts: some RequestValues) throws(HTTPProblem) -> AdoptionCell {
        let platform = try facts.required("platform", value: try facts.platform(of: app))
        let channel = try facts.required("channel", value: try facts.channel())
        _ = try facts.requiredText("version")
        let os = try number("os", of: facts) { text throws(VersionError) in
            CanonicalVersion.text(try AppVersion(text).description, parts: 2)
        }
        return AdoptionCell(
            platform: platform.description,
            version: try number("version", of: facts) { text throws(VersionError) in
                KnownVersions.text(of: try AppVersion(text))
            },
            build: try number("build", of: facts) { text throws(VersionError) in
                KnownVersions.text(of: try BuildNumber(text))
            },
            channel: Self.plain(channel), os: AdoptionCell.majorAndMinor(of: os),
            storefront: try facts.storefront()?.code ?? "")
    }

    /// Returns the name of a channel, of a marketplace only if its name has nothing but letters, digits, dots and hyphens.
    private static func plain(_ channel: Channel) -> String {
        let name = channel.description
        guard let separator = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return name }
        let store = name.utf8[name.utf8.index(after: separator)...]
        let isPlain = store.allSatisfy { byte in
            UInt8(ascii: "-") == byte || UInt8(ascii: ".") == byte || (48...57).contains(byte)
                || (97...122).contains(byte | 0x20)
        }
        return isPlain && store.count <= longestMarketplace ? name : String(name[..<separator])
    }

    /// Returns a version in its usual form; an empty text if it is absent.
    private func number(
        _ key: String, of facts: some RequestValues, parse: (String) throws(VersionError) -> String
    ) throws(HTTPProblem) -> String {
        guard let usual = try facts.version(key, parse: parse) else { return "" }
        guard usual.utf8.count <= Self.longestVersion else {
            throw facts.problem(with: key, detail: "write at most \(Self.longestVersion) characters")
        }
        return usual
    }
}

/// The body of a request that imports installations: a name for their origin, and the rows of a table.
enum AdoptionImportInput {
    static let members = ["schema", "origin", "rows"]
    /// The columns of a row, as in the table that `airworthy simulate` reads.
    static let columns = ["platform", "version", "build", "channel", "os", "storefront", "count"]
    /// The most characters of the origin.
    private static let longestOrigin = 200

    /// Reads an import.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    static func read(_ object: InputObject, for app: App) throws(HTTPProblem) -> (origin: String, rows: [AdoptionRow]) {
        _ = try object.requiredNumber("schema")
        let origin = try object.required("origin", value: try object.freeText("origin", limit: longestOrigin))
        let list = try object.required("rows", value: try object.list("rows"))
        guard list.count <= AdoptionLimit.importedRows else {
            throw object.problem(with: "rows", detail: "send at most \(AdoptionLimit.importedRows) rows")
        }
        let cells = CellInput(app: app)
        let rows = try list.map { node, pointer throws(HTTPProblem) in
            let row = try RowFacts(node, at: pointer)
            return AdoptionRow(cell: try cells.cell(row), count: try row.count())
        }
        return (origin, rows)
    }

    /// The facts of a row; an empty text is an absent fact.
    private struct RowFacts: RequestValues {
        private let elements: [DocumentNode]
        private let pointer: String

        init(_ node: DocumentNode, at pointer: String) throws(HTTPProblem) {
            guard case .array(let elements) = node.value, elements.count == columns.count else {
                throw .body(at: pointer, detail: "expected an array of \(columns.joined(separator: ", "))")
            }
            (self.elements, self.pointer) = (elements, pointer)
        }

        func problem(with key: String, detail: String) -> HTTPProblem { .body(at: place(of: key), detail: detail) }

        private func place(of key: String) -> String {
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
                throw problem(
                    with: "count", detail: "write a whole number from 0 to \(AdoptionLimit.importedCount)")
            }
            return count
        }
    }
}
