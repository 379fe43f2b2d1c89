import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A pseudo-terminal on which a test types.
///
/// Not every C library exports its functions to Swift, so they are looked up by name.
final class Terminal {
    struct Unavailable: Error {}

    private let here: Int32
    /// The side for the standard input and standard error of a process.
    let side: FileHandle

    /// Creates a terminal on which `line` was typed already.
    init(typing line: String) throws {
        typealias Open = @convention(c) (Int32) -> Int32
        typealias Name = @convention(c) (Int32) -> UnsafePointer<CChar>?
        guard let open: Open = Self.function("posix_openpt"), let grant: Open = Self.function("grantpt"),
            let unlock: Open = Self.function("unlockpt"), let name: Name = Self.function("ptsname")
        else { throw Unavailable() }
        let here = open(O_RDWR | O_NOCTTY)
        guard here >= 0, grant(here) == 0, unlock(here) == 0, let path = name(here) else { throw Unavailable() }
        self.here = here
        side = FileHandle(fileDescriptor: openForBoth(path), closeOnDealloc: true)
        _ = Array((line + "\n").utf8).withUnsafeBytes { write(here, $0.baseAddress, $0.count) }
    }

    deinit { close(here) }

    /// Returns the output until it has a text, or the rest of it, after every copy of ``side`` was closed.
    func screen(until text: String? = nil) -> String {
        var part = [UInt8](repeating: 0, count: 1 << 12)
        var bytes: [UInt8] = []
        while case let count = read(here, &part, part.count), count > 0 {
            bytes += part[..<count]
            if let text, String(decoding: bytes, as: UTF8.self).contains(text) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func function<Type>(_ name: String) -> Type? {
        dlsym(dlopen(nil, RTLD_NOW), name).map { unsafeBitCast($0, to: Type.self) }
    }
}

private func openForBoth(_ path: UnsafePointer<CChar>) -> Int32 { open(path, O_RDWR | O_NOCTTY) }
