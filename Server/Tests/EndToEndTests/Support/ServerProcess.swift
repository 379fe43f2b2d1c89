import AirworthyPolicy
import AsyncHTTPClient
import Foundation
import NIOCore
import ToolTesting

/// `airworthy serve` as a process of its own, on a free port.
final class ServerProcess {
    struct DidNotStart: Error, CustomStringConvertible {
        let description: String
    }

    /// An answer, read whole.
    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        var json: JSONValue? { try? JSONReader.read(body).jsonValue }
        var text: String { String(decoding: body, as: UTF8.self) }
        var entityTag: String? { headers["etag"] }
    }

    /// Without a slash at the end, e.g. `http://127.0.0.1:49152`.
    let url: String
    /// The first admin token of the data folder.
    let token: String
    /// What it wrote to standard error, in a file because it may be long.
    let log: URL
    private let process = Process()

    /// Starts a server and waits until it says where it listens.
    /// - Parameters:
    ///   - folder: Keeps the database in `data`, the online key in `online.key` and logs.
    ///   - arguments: More options of `serve`.
    ///   - environment: More variables; all of ours that the test itself runs with are left out.
    init(in folder: ScratchFolder, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        log = folder.url.appendingPathComponent("log-\(UUID().uuidString).txt")
        _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        let data = folder.url.appendingPathComponent("data")
        process.executableURL = try Tool.executable()
        process.arguments = ["serve", "--port", "0", "--data", data.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("AIRWORTHY_") }
            .merging(environment) { _, new in new }
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: log)
        process.standardInput = FileHandle.nullDevice
        try process.run()

        var line = Data()
        while !line.contains(UInt8(ascii: "\n")) {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else {
                process.waitUntilExit()
                let errors = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
                throw DidNotStart(description: "ended with \(process.terminationStatus): \(errors)")
            }
            line += more
        }
        let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        url = words.first { $0.hasPrefix("http://") }.map(String.init) ?? ""
        let file = data.appendingPathComponent("first-admin-token")
        token = ((try? String(contentsOf: file, encoding: .utf8)) ?? "").trimmingCharacters(
            in: .whitespacesAndNewlines)
    }

    deinit { if process.isRunning { kill() } }

    /// Ends it as a crash does.
    func kill() {
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks it to end.
    /// - Returns: Its exit code.
    func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Sends a request with the admin token, unless another one or none is wanted.
    func send(
        _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil,
        token: String?? = .none
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url + path)
        request.method = .init(rawValue: method)
        if let token = token ?? self.token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body {
            if headers["Content-Type"] == nil { request.headers.add(name: "Content-Type", value: "application/json") }
            request.body = .bytes(ByteBuffer(string: body))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        let bytes = try await response.body.collect(upTo: 4 << 20)
        var fields: [String: String] = [:]
        for field in response.headers { fields[field.name.lowercased()] = field.value }
        return Answer(status: Int(response.status.code), headers: fields, body: Array(bytes.readableBytesView))
    }
}
