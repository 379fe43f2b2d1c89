import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The language-neutral cases in `Conformance/`, which other implementations can use, too.
enum Conformance {
    /// The root of the repository.
    static var root: String {
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
    }

    /// Reads and parses one file, e.g. `rollout.json`.
    static func read(_ name: String) throws -> DocumentNode {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(root)/Conformance/\(name)"))
        return try JSONReader.read(data)
    }
}
