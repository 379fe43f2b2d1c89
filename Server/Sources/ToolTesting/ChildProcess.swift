import CSpawn
package import Foundation
import Synchronization

/// A child process, which is killed when this object is released.
///
/// Every test that needs a process uses this one. `Process` of Foundation is forbidden, because on Linux it reads past the end
/// of a buffer while it looks for open files and then crashes now and then (swift-corelibs-foundation pull request 5472).
/// The child inherits no other files than its streams, and belongs to a process group of its own.
package final class ChildProcess: Sendable {
    /// The other end of a standard stream.
    package enum Stream {
        case nothing
        /// A pipe, of which this process keeps its end only.
        case pipe(Pipe)
        case file(FileHandle)
    }

    /// The end of a process.
    package enum Ending: Hashable, Sendable {
        case status(Int32)
        case signal(Int32)

        /// The status, or the number that shells give a process that a signal ended.
        package var shellStatus: Int32 {
            switch self {
            case .status(let status): status
            case .signal(let signal): 128 + signal
            }
        }
    }

    package struct NotStarted: Error, CustomStringConvertible {
        let program: String
        let code: Int32
        package var description: String { "\(program) could not be started: \(String(cString: strerror(code)))" }
    }

    /// A write to a child that has ended fails with an error. By default, it would end this process.
    private static let ignoresBrokenPipes: Void = { _ = Foundation.signal(SIGPIPE, SIG_IGN) }()

    package let id: Int32
    private let ending = Mutex<Ending?>(nil)

    /// Starts a program with no other environment variables than these, by default in the folder of this process. The pipe
    /// of its errors may be that of its output.
    package init(
        _ program: URL, arguments: [String], environment: [String: String] = Tool.environment, in folder: URL? = nil,
        input: Stream = .nothing, output: Stream = .nothing, errors: Stream = .nothing
    ) throws {
        Self.ignoresBrokenPipes
        let ends = [input.end(isInput: true), output.end(isInput: false), errors.end(isInput: false)]
        let words: [UnsafeMutablePointer<CChar>?] = ([program.path] + arguments).map { strdup($0) } + [nil]
        let settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var id: Int32 = 0
        let code = spawn_child(
            &id, program.path, words, settings, folder?.path ?? ".", ends.map { $0?.fileDescriptor ?? -1 })
        guard code == 0 else { throw NotStarted(program: program.path, code: code) }
        self.id = id
        // Otherwise this process would never see the end of an output.
        for (stream, end) in zip([input, output, errors], ends) {
            if case .pipe = stream { try? end?.close() }
        }
    }

    deinit {
        send(SIGKILL)
        wait()
    }

    /// Sends a signal, unless the process has ended and was waited for.
    package func send(_ signal: Int32) {
        ending.withLock { if $0 == nil { kill(id, signal) } }
    }

    /// Blocks the thread until the process has ended. Asynchronous code calls it in ``onBlockingThread(_:)``.
    @discardableResult
    package func wait() -> Ending {
        if let ending = ending.withLock({ $0 }) { return ending }
        // The id stays taken until the lock is held, so that a signal never reaches another process.
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return ending.withLock { ending in
            if let ending { return ending }
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            let new: Ending = status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
            ending = new
            return new
        }
    }
}

extension ChildProcess.Stream {
    /// The end that the child gets.
    fileprivate func end(isInput: Bool) -> FileHandle? {
        switch self {
        case .nothing: nil
        case .pipe(let pipe): isInput ? pipe.fileHandleForReading : pipe.fileHandleForWriting
        case .file(let handle): handle
        }
    }
}

extension FileHandle {
    /// Returns the next line without its end, or `nil` at the end of the file. Blocks the thread.
    package func line() -> String? {
        var bytes: [UInt8] = []
        while let byte = readData(ofLength: 1).first {
            guard byte != UInt8(ascii: "\n") else { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
