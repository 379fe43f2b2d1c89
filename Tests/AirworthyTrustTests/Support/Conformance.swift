import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The language-neutral cases in `Conformance/`.
enum Conformance {
    static func read(_ name: String) throws -> JSONValue {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        let path = "\(root.joined(separator: "/"))/Conformance/\(name)"
        return try JSONReader.read(try Data(contentsOf: URL(fileURLWithPath: path))).jsonValue
    }
}

/// A small generator, so that a law can be repeated from its seed.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
