/// Stands in for the server's error response, which needs Hummingbird and NIO.
struct HTTPProblem: Error, Hashable, Sendable {
    let detail: String

    static func parameter(_ name: String, detail: String) -> HTTPProblem {
        HTTPProblem(detail: "\(name): \(detail)")
    }

    static func body(at pointer: String, detail: String) -> HTTPProblem {
        HTTPProblem(detail: "\(pointer): \(detail)")
    }
}

/// Stands in for the limits of request bodies.
enum BodyLimit {
    static let jsonDepth = 32
}

extension String {
    var forMessage: String { String(unicodeScalars.prefix(64).map { $0.isControl ? "\u{FFFD}" : Character($0) }) }
}

extension Unicode.Scalar {
    var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
