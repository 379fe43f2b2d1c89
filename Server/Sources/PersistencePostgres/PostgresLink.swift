import CLibPQ
import ControlPlane
import Foundation
import Persistence

/// An open connection to PostgreSQL. Closed with this object. Its methods block; use it from one thread at a time.
@safe final class PostgresLink {
    private let connection: OpaquePointer
    private let answerTimeout: Duration?
    /// Whether the connection cannot be used again: an answer that did not come in time may come later, and a server that only reads
    /// is the wrong one.
    private var isAbandoned = false

    init(_ settings: String, options: PostgresOptions) throws {
        try LibPQ.load()
        // `dbname` may hold a whole connection string or URL, whose options replace those before it.
        let parameters = options.parameters + [("dbname", settings), ("client_encoding", "UTF8")]
        guard let new = unsafe Self.connect(parameters) else {
            throw StoreError.unavailable("out of memory for a connection to PostgreSQL")
        }
        unsafe connection = new
        // libpq would print notices, and the reason for the end of an idle connection, on standard error.
        _ = unsafe PQsetNoticeProcessor(new, { _, _ in }, nil)
        answerTimeout = options.answerTimeout
        guard isConnected, unsafe PQsetnonblocking(new, 1) == 0 else { throw connectionError }
        try control(options.setup)
    }

    deinit { unsafe PQfinish(connection) }

    private static func connect(_ parameters: [(name: String, value: String)]) -> OpaquePointer? {
        let names = unsafe parameters.map { unsafe strdup($0.name) }
        let values = unsafe parameters.map { unsafe strdup($0.value) }
        defer { unsafe (names + values).forEach { unsafe free($0) } }
        return unsafe PQconnectdbParams(
            names.map { unsafe UnsafePointer($0) } + [nil], values.map { unsafe UnsafePointer($0) } + [nil], 1)
    }

    /// Whether a transaction has begun and not ended.
    var isInTransaction: Bool { unsafe PQtransactionStatus(connection) != PQTRANS_IDLE }

    /// Whether the connection can be used, as far as libpq knows.
    var isConnected: Bool { unsafe PQstatus(connection) == CONNECTION_OK && !isAbandoned }

    /// The descriptor of the socket, which becomes readable when something arrives or the connection ends.
    var socket: Int32 { unsafe PQsocket(connection) }

    /// Reads the texts of the notifications that have arrived, without waiting.
    /// - Throws: ``StoreError`` `unavailable` if the connection has ended.
    func receive() throws -> [String] {
        var texts: [String] = []
        // Until nothing is left, because the end of a connection is announced only once, together with bytes before it.
        repeat {
            guard unsafe PQconsumeInput(connection) == 1, isConnected else { throw connectionError }
            while let notification = unsafe PQnotifies(connection) {
                unsafe texts.append(String(cString: notification.pointee.extra))
                unsafe PQfreemem(notification)
            }
        } while isReadable
        return texts
    }

    private var isReadable: Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&descriptor, 1, 0) > 0
    }

    /// Runs a statement that controls the transaction or the session, and returns its command tag, such as `COMMIT`.
    @discardableResult
    func control(_ statement: String) throws -> String {
        try run(statement, values: []).command
    }

    private func run(
        _ statement: String, values: [SQLValue], rows: ArraySlice<[SQLValue]> = []
    ) throws -> PostgresResult {
        guard isConnected, unsafe PostgresParameters(values, rows: rows).send(statement, on: connection) else {
            throw connectionError
        }
        let deadline = answerTimeout.map { ContinuousClock.now + $0 }
        try flush(until: deadline)
        let result = try result(until: deadline)
        guard result.isGood else {
            guard isConnected else { throw connectionError }
            if PostgresErrorMapper.isOfStandby(result.state, statement: statement) {
                isAbandoned = true
                throw PostgresErrorMapper.standbyError(result.message)
            }
            throw PostgresErrorMapper.storeError(state: result.state, message: result.message)
        }
        return result
    }

    private func flush(until deadline: ContinuousClock.Instant?) throws {
        while true {
            let remaining = unsafe PQflush(connection)
            guard remaining >= 0 else { throw connectionError }
            if remaining == 0 { return }
            // PostgreSQL may wait for its own answer to be read before it reads on.
            let events = try wait(for: Int16(POLLIN) | Int16(POLLOUT), until: deadline)
            if events & Int16(POLLIN) != 0, unsafe PQconsumeInput(connection) == 0 { throw connectionError }
        }
    }

    /// Returns the last result of the current statement.
    private func result(until deadline: ContinuousClock.Instant?) throws -> PostgresResult {
        var last: PostgresResult?
        while true {
            while unsafe PQisBusy(connection) != 0 {
                _ = try wait(for: Int16(POLLIN), until: deadline)
                guard unsafe PQconsumeInput(connection) == 1 else { throw connectionError }
            }
            guard let next = unsafe PQgetResult(connection) else { break }
            last = unsafe PostgresResult(next)
        }
        guard let last else { throw connectionError }
        return last
    }

    /// Waits until the socket is readable or writable.
    /// - Throws: ``StoreError`` `unavailable` after the deadline.
    private func wait(for events: Int16, until deadline: ContinuousClock.Instant?) throws -> Int16 {
        while true {
            var descriptor = pollfd(fd: socket, events: events, revents: 0)
            let milliseconds = deadline.map { max(0, Int32(clamping: Int(($0 - .now) / .milliseconds(1)) + 1)) } ?? -1
            let count = unsafe poll(&descriptor, 1, milliseconds)
            if count > 0 { return descriptor.revents }
            if count == 0 {
                isAbandoned = true
                throw StoreError.unavailable("PostgreSQL did not answer in time")
            }
            guard errno == EINTR else { throw connectionError }
        }
    }

    private var connectionError: StoreError {
        PostgresErrorMapper.connectionError(
            unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? "")
    }
}

extension PostgresLink: SQLSession {
    var dialect: Dialect { .postgres }

    func query(_ statement: String, values: [SQLValue]) throws -> [SQLRow] {
        try run(statement, values: values).rows()
    }

    func forEachRow(of statement: String, values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
        try run(statement, values: values).forEachRow(body)
    }

    func execute(_ statement: String, values: [SQLValue]) throws -> Int {
        try run(statement, values: values).changes
    }

    func query(_ statement: String, values: [SQLValue], rows: [[SQLValue]]) throws -> [SQLRow] {
        try parts(of: rows).flatMap {
            try run(Self.spelled(statement, values: values, rows: $0), values: values, rows: $0).rows()
        }
    }

    func execute(_ statement: String, values: [SQLValue], rows: [[SQLValue]]) throws -> Int {
        try parts(of: rows).reduce(0) {
            try $0 + run(Self.spelled(statement, values: values, rows: $1), values: values, rows: $1).changes
        }
    }

    /// Splits rows so that no statement has many megabytes.
    private func parts(of rows: [[SQLValue]]) -> [ArraySlice<[SQLValue]>] {
        stride(from: 0, to: rows.count, by: 25_000).map { rows[$0..<min($0 + 25_000, rows.count)] }
    }

    /// Puts a place for each column of the rows into a statement, because a place for each value takes PostgreSQL longer.
    private static func spelled(_ statement: String, values: [SQLValue], rows: ArraySlice<[SQLValue]>) -> String {
        let places = (rows.first ?? []).indices.map { "$\(values.count + $0 + 1)" }.joined(separator: ", ")
        return statement.replacing("{rows}", with: "SELECT * FROM unnest(\(places))")
    }
}
