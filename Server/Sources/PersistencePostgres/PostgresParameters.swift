import CLibPQ
import Persistence

/// The values of a statement in libpq's binary form, in one contiguous buffer.
struct PostgresParameters {
    private var bytes: [UInt8] = []
    private var offsets: [Int?] = []
    private var types: [Oid] = []
    private var lengths: [Int32] = []

    init(_ values: [SQLValue]) {
        for value in values { append(value) }
        // An empty value needs an address, because no address means NULL.
        bytes.append(0)
    }

    private mutating func append(_ value: SQLValue) {
        let start = bytes.count
        switch value {
        case .integer(let number):
            bytes.append(
                contentsOf: stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) })
            types.append(PostgresType.int8)
        case .text(let text):
            bytes.append(contentsOf: text.utf8)
            types.append(PostgresType.text)
        case .blob(let blob):
            bytes.append(contentsOf: blob)
            types.append(PostgresType.bytea)
        case .null:
            types.append(0)
        }
        offsets.append(value == .null ? nil : start)
        lengths.append(Int32(clamping: bytes.count - start))
    }

    /// Sends a statement with these values and requests a binary result.
    /// - Returns: Whether it could be sent.
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
}
