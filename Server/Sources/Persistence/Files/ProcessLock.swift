package import ControlPlane
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The right to change the database of a folder: one process has it at a time, and loses it when it ends, however.
///
/// `serve`, `restore` and `tokens create --local` need it; everything else speaks HTTP or only reads.
package final class ProcessLock: Sendable {
    /// The folder.
    package let directory: DataDirectory
    private let descriptor: Mutex<Int32?>

    /// Takes the lock, and creates the folder if it is missing. Does not wait.
    /// - Throws: ``StoreError`` `unavailable` if another process has it.
    package init(_ directory: DataDirectory) throws(StoreError) {
        try directory.create()
        let file = unsafe open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileProblem(directory.lock).storeError }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let problem = FileProblem(directory.lock)
            defer { close(file) }
            guard problem.code == EWOULDBLOCK else { throw problem.storeError }
            throw .unavailable(
                "another airworthy\(Self.holder(file)) uses this folder; stop it first, or use the commands that ask it"
            )
        }
        // Only read by who is refused; without it the refusal just does not name the process.
        let note = Array("\(getpid())\n".utf8)
        if ftruncate(file, 0) == 0 { _ = unsafe pwrite(file, note, note.count, 0) }
        self.directory = directory
        self.descriptor = Mutex(file)
    }

    deinit { release() }

    /// Gives the lock back. The file stays: removing it would let two processes lock two files of that name.
    package func release() {
        descriptor.withLock { file in
            guard let open = file else { return }
            // A program that is just being started may still have a copy of the descriptor; closing ours is not enough.
            flock(open, LOCK_UN)
            close(open)
            file = nil
        }
    }

    /// Whether it was not given back yet.
    package var isHeld: Bool { descriptor.withLock { $0 != nil } }

    /// - Throws: ``StoreError`` `unavailable` if it was given back.
    func requireHeld() throws(StoreError) {
        guard isHeld else { throw .unavailable("the lock of the folder was given back; take it again first") }
    }

    private static func holder(_ file: Int32) -> String {
        var text = [UInt8](repeating: 0, count: 20)
        let count = unsafe pread(file, &text, text.count, 0)
        let digits = text.prefix(max(0, count)).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
    }
}
