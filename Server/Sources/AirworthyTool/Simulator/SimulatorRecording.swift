import AirworthyPolicy
import AppStoreSimulator
import Foundation
import Synchronization

/// A file with all requests and responses of a simulator. It contains no tokens.
final class SimulatorRecording: Sendable {
    private let descriptor: Mutex<Int32>

    /// - Throws: ``ToolError`` with status 73 if the file cannot be written.
    init(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw OutputFile.unwritable(path, error: errno) }
        self.descriptor = Mutex(descriptor)
    }

    deinit { descriptor.withLock { _ = close($0) } }

    func write(_ exchange: AppStoreSimulator.Exchange) {
        let line = Self.json(for: exchange).jsonBytes() + [0x0A]
        descriptor.withLock { _ = writeAll(line, to: $0) }
    }

    /// Returns a line for people, such as `GET /v1/builds 200`.
    static func line(for exchange: AppStoreSimulator.Exchange) -> String {
        let status = exchange.status == 0 ? "no answer" : String(exchange.status)
        let fault = exchange.fault.map { " (\($0))" } ?? ""
        return "\(exchange.method) \(exchange.target.printable) \(status)\(fault)"
    }

    private static func json(for exchange: AppStoreSimulator.Exchange) -> JSONValue {
        [
            "method": .string(exchange.method), "target": .string(exchange.target),
            "requestHeaders": headers(exchange.requestFields), "requestBody": body(exchange.requestBody),
            "status": .count(exchange.status), "headers": headers(exchange.fields), "body": body(exchange.body),
            "fault": .text(exchange.fault), "key": .text(exchange.keyID),
        ]
    }

    private static func headers(_ fields: [(name: String, value: String)]) -> JSONValue {
        .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }

    private static func body(_ bytes: [UInt8]) -> JSONValue { .string(String(decoding: bytes, as: UTF8.self)) }
}
