import CLibPQ
import ControlPlane
import Persistence

/// A result of PostgreSQL, freed with this value.
@safe struct PostgresResult: ~Copyable {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) { unsafe self.result = result }

    deinit { unsafe PQclear(result) }

    var isGood: Bool {
        let status = unsafe PQresultStatus(result)
        return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
    }

    /// The SQLSTATE of an error.
    var state: String { field("C") }

    /// The primary message of an error; the other lines quote stored values.
    var message: String { field("M") }

    /// The command tag, such as `COMMIT`.
    var command: String { unsafe PQcmdStatus(result).map { unsafe String(cString: $0) } ?? "" }

    /// The number of rows that a statement changed.
    var changes: Int { unsafe PQcmdTuples(result).flatMap { unsafe Int(String(cString: $0)) } ?? 0 }

    func rows() throws -> [SQLRow] {
        var rows: [SQLRow] = []
        try forEachRow { rows.append($0) }
        return rows
    }

    func forEachRow(_ body: (SQLRow) throws -> Void) throws {
        let columns = unsafe 0..<PQnfields(result)
        let names = columns.map { unsafe String(cString: PQfname(result, $0)) }
        for row in unsafe 0..<PQntuples(result) {
            try body(SQLRow(names: names, values: try columns.map { try value(row: row, column: $0) }))
        }
    }

    private func value(row: Int32, column: Int32) throws -> SQLValue {
        guard unsafe PQgetisnull(result, row, column) == 0 else { return .null }
        let bytes = unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        switch unsafe PQftype(result, column) {
        case PostgresType.int8 where bytes.count == 8:
            return .integer(Int(unsafe bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }))
        case PostgresType.int4 where bytes.count == 4:
            return .integer(Int(unsafe bytes.reduce(Int32(0)) { $0 << 8 | Int32($1) }))
        case PostgresType.text: return .text(unsafe String(decoding: bytes, as: UTF8.self))
        case PostgresType.bytea: return .blob(unsafe Array(bytes))
        case let type: throw StoreError.unavailable("PostgreSQL returned a value of an unexpected type (\(type))")
        }
    }

    private func field(_ name: Unicode.Scalar) -> String {
        unsafe PQresultErrorField(result, Int32(name.value)).map { unsafe String(cString: $0) } ?? ""
    }
}
