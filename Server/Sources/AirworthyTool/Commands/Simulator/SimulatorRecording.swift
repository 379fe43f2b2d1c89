import AirworthyPolicy
import AppStoreSimulator
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes down what was asked and answered. Tokens are never among it.
final class SimulatorRecording: Sendable {
    private let descriptor: Mutex<Int32>

    /// - Throws: ``ToolError`` with status 73 if the file cannot be written.
    init(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw OutputFile.unwritable(path, errno) }
        self.descriptor = Mutex(descriptor)
    }

    deinit { descriptor.withLock { _ = close($0) } }

    func write(_ exchange: AppStoreSimulator.Exchange) {
        let line = Self.json(exchange).jsonBytes() + [0x0A]
        descriptor.withLock { _ = writeAll(line, to: $0) }
    }

    /// `GET /v1/builds 200`, for people.
    static func line(_ exchange: AppStoreSimulator.Exchange) -> String {
        let answer = exchange.status == 0 ? "no answer" : String(exchange.status)
        let fault = exchange.fault.map { " (\($0))" } ?? ""
        return "\(exchange.method) \(exchange.target.printable) \(answer)\(fault)"
    }

    private static func json(_ exchange: AppStoreSimulator.Exchange) -> JSONValue {
        [
            "method": .string(exchange.method), "target": .string(exchange.target),
            "requestHeaders": fields(exchange.requestFields), "requestBody": text(exchange.requestBody),
            "status": .number(JSONNumber(exchange.status)), "headers": fields(exchange.fields),
            "body": text(exchange.body),
            "fault": exchange.fault.map(JSONValue.string) ?? .null,
            "key": exchange.keyID.map(JSONValue.string) ?? .null,
        ]
    }

    private static func fields(_ fields: [(name: String, value: String)]) -> JSONValue {
        .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }

    private static func text(_ bytes: [UInt8]) -> JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }
}
