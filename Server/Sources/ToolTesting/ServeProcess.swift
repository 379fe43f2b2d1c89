package import Foundation

/// A running `airworthy serve`, or another command that serves, on a free port. It is killed when the test ends.
package final class ServeProcess {
    package struct NotReady: Error { let errors: String }

    package struct Answer {
        package let status: Int
        package let body: String
        package let head: String
    }

    package let port: Int
    private let process: ChildProcess
    private let output = Pipe()
    private let errorFile: URL
    private let firstLine: String

    package convenience init(
        _ arguments: [String] = [], data: String, environment: [String: String] = [:], standardError: Pipe? = nil
    ) throws {
        try self.init(
            ["--data", data] + arguments, command: "serve", environment: environment, standardError: standardError)
    }

    /// Starts a command with arguments after that of the port, and waits until it is ready. Give a pipe for the errors if
    /// ``errors`` is not needed.
    package init(
        _ arguments: [String], command: String, environment: [String: String] = [:], standardError: Pipe? = nil
    ) throws {
        errorFile = FileManager.default.temporaryDirectory.appendingPathComponent("airworthy-\(UUID().uuidString).log")
        guard FileManager.default.createFile(atPath: errorFile.path, contents: nil) else {
            throw NotReady(errors: "no file for standard error")
        }
        process = try ChildProcess(
            Tool.executable(), arguments: [command, "--port", "0"] + arguments,
            environment: Tool.environment.merging(environment) { _, new in new },
            output: .pipe(output),
            errors: standardError.map(ChildProcess.Stream.pipe) ?? .file(FileHandle(forWritingTo: errorFile))
        )
        firstLine = output.fileHandleForReading.line() ?? ""
        let address = firstLine.split(separator: " ").first { $0.hasPrefix("http://") }
        guard let port = address?.split(separator: ":").last.flatMap({ Int($0) }) else {
            process.wait()
            let errors = try String(contentsOf: errorFile, encoding: .utf8)
            try? FileManager.default.removeItem(at: errorFile)
            throw NotReady(errors: errors)
        }
        self.port = port
    }

    deinit {
        try? FileManager.default.removeItem(at: errorFile)
    }

    /// Reads standard output after the first line until it contains `words`.
    package func output(until words: String) -> String {
        var text = ""
        while !text.contains(words), case let more = output.fileHandleForReading.availableData, !more.isEmpty {
            text += String(decoding: more, as: UTF8.self)
        }
        return text
    }

    /// The standard error output so far.
    package var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    package var processID: Int32 { process.id }

    package func wait() { process.wait() }

    /// Sends a signal without waiting for its effect.
    package func signal(_ signal: Int32) { process.send(signal) }

    /// Stops the process with a signal, and returns its exit status and its standard output.
    package func stop(_ signal: Int32 = SIGTERM) -> (status: Int32, output: String) {
        process.send(signal)
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        guard case .status(let status) = process.wait() else { return (-1, firstLine) }
        return (status, firstLine + "\n" + String(decoding: rest, as: UTF8.self))
    }

    package func send(
        _ method: String, to path: String, headers: [String] = [], body: String? = nil, port: Int? = nil
    ) throws -> Answer {
        var lines = ["\(method) \(path) HTTP/1.1", "Host: localhost", "Connection: close"] + headers
        if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] }
        let text = try exchange(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""), port: port ?? self.port)
        let parts = text.components(separatedBy: "\r\n\r\n")
        let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Answer(status: status, body: parts.dropFirst().joined(separator: "\r\n\r\n"), head: parts[0])
    }

    private func exchange(_ request: String, port: Int) throws -> String {
        let descriptor = tcpSocket()
        defer { close(descriptor) }
        var address = sockaddr_in(loopback: port)
        guard address.withSocketAddress({ connect(descriptor, $0, $1) }) == 0 else {
            throw NotReady(errors: "nothing listens on port \(port)")
        }
        let bytes = Array(request.utf8)
        guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
            throw NotReady(errors: "the request was not sent")
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return String(decoding: answer, as: UTF8.self) }
            answer += buffer[..<count]
        }
    }
}
