import CLibPQ
import Persistence

/// The values of a statement in libpq's binary form, in one contiguous buffer.
struct PostgresParameters {
    private var bytes: [UInt8] = []
    private var offsets: [Int?] = []
    private var types: [Oid] = []
    private var lengths: [Int32] = []

    /// Creates the values of the first places. Each of the next places gets an array: a column of the rows.
    init(_ values: [SQLValue], rows: ArraySlice<[SQLValue]> = []) {
        for value in values {
            append(type: PostgresType.of(value), isNull: value == .null) { $0.append(value) }
        }
        for column in (rows.first ?? []).indices {
            let type = rows.lazy.map { PostgresType.of($0[column]) }.first { $0 != 0 } ?? PostgresType.text
            append(type: PostgresType.array(of: type)) { parameters in
                // One dimension, there may be NULLs, the type, the number of elements, the index of the first one.
                for number in [1, 1, Int32(bitPattern: type), Int32(rows.count), 1] { parameters.append(number) }
                for row in rows { parameters.append(element: row[column]) }
            }
        }
        // An empty value needs an address, because no address means NULL.
        bytes.append(0)
    }

    private mutating func append(type: Oid, isNull: Bool = false, content: (inout Self) -> Void) {
        let start = bytes.count
        content(&self)
        types.append(type)
        offsets.append(isNull ? nil : start)
        lengths.append(Int32(clamping: bytes.count - start))
    }

    private mutating func append(_ value: SQLValue) {
        switch value {
        case .integer(let number): append(number)
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .blob(let blob): bytes.append(contentsOf: blob)
        case .null: break
        }
    }

    /// Appends an element of an array, after its length.
    private mutating func append(element value: SQLValue) {
        switch value {
        case .integer: append(Int32(8))
        case .text(let text): append(Int32(clamping: text.utf8.count))
        case .blob(let blob): append(Int32(clamping: blob.count))
        case .null: append(Int32(-1))
        }
        append(value)
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    /// Sends a statement with these values and requests a binary result. Returns whether it could be sent.
    func send(_ statement: String, on connection: OpaquePointer) -> Bool {
        let formats = [Int32](repeating: 1, count: offsets.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let addresses = unsafe offsets.map { offset -> UnsafePointer<CChar>? in
                guard let start = unsafe start, let offset else { return nil }
                return unsafe start + offset
            }
            return unsafe PQsendQueryParams(
                connection, statement, Int32(offsets.count), types, addresses, lengths, formats, 1) == 1
        }
    }
}

/// PostgreSQL's fixed object identifiers of the types in use.
enum PostgresType {
    static let bytea: Oid = 17
    static let int8: Oid = 20
    static let int4: Oid = 23
    static let text: Oid = 25

    /// Returns the type of a value; 0 for NULL.
    static func of(_ value: SQLValue) -> Oid {
        switch value {
        case .integer: int8
        case .text: text
        case .blob: bytea
        case .null: 0
        }
    }

    static func array(of type: Oid) -> Oid {
        switch type {
        case int8: 1016
        case bytea: 1001
        default: 1009
        }
    }
}
