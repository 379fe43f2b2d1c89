package import ControlPlane
import Foundation
import ServerSupport
import Synchronization

/// The exclusive lock of a data folder. One process at a time holds it; the system releases it when the process ends.
///
/// `serve`, `restore` and `tokens create --local` take it; other commands use HTTP or only read.
package final class ProcessLock: Sendable {
    package let directory: DataDirectory
    private let descriptor: Mutex<Int32?>

    /// Takes the lock without waiting, and creates the folder if it is missing.
    /// - Throws: ``StoreError`` `unavailable` if another process holds it.
    package init(_ directory: DataDirectory) throws(StoreError) {
        try directory.create()
        let file = unsafe open(directory.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileError(directory.lock).storeError }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let error = FileError(directory.lock)
            defer { close(file) }
            guard error.code == EWOULDBLOCK else { throw error.storeError }
            throw .unavailable(
                "another airworthy\(Self.holder(of: file)) uses this folder; stop it first, or use a command that talks to it"
            )
        }
        // The refusal of another process names this one; without the note it names none.
        let note = Array("\(getpid())\n".utf8)
        if ftruncate(file, 0) == 0 { _ = unsafe pwrite(file, note, note.count, 0) }
        self.directory = directory
        self.descriptor = Mutex(file)
    }

    deinit { release() }

    /// Releases the lock. The file stays, because removing it would let two processes lock two files of that name.
    package func release() {
        descriptor.withLock { file in
            guard let open = file else { return }
            // A process that is being started may still have a copy of the descriptor; closing ours is not enough.
            flock(open, LOCK_UN)
            close(open)
            file = nil
        }
    }

    package var isHeld: Bool { descriptor.withLock { $0 != nil } }

    /// Throws an error unless the lock is still held.
    func requireHeld() throws(StoreError) {
        guard isHeld else { throw .unavailable("the lock of the folder was released; take it again first") }
    }

    private static func holder(of file: Int32) -> String {
        var text = [UInt8](repeating: 0, count: 20)
        let count = unsafe pread(file, &text, text.count, 0)
        let digits = text.prefix(max(0, count)).prefix(while: \.isASCIIDigit)
        return digits.isEmpty ? "" : " (process \(String(decoding: digits, as: UTF8.self)))"
    }
}
