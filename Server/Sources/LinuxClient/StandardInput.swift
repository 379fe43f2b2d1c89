import Foundation

/// What somebody types, or a test.
enum StandardInput {
    /// Each line. Reading blocks, so it has a thread of its own.
    static var lines: AsyncStream<String> {
        AsyncStream { continuation in
            Thread.detachNewThread {
                while let line = readLine() { continuation.yield(line) }
                continuation.finish()
            }
        }
    }
}
