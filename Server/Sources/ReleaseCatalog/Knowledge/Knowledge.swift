#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Everything known about one app, by source. Pure: it is read from rows, learns, and is written back.
package struct Knowledge: Sendable {
    /// The app's slug.
    package let app: String

    /// Reads what is stored.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - records: The rows in any order. One that cannot be read counts as never learnt and is named in ``problems``.
    package init(app: String, _ records: [SourceRecord] = []) {
        self.app = app
    }

    /// The rows as they are to be stored, by source.
    package var records: [SourceRecord] { [] }

    /// Which rows could not be read, in words.
    package private(set) var problems: [String] = []

    /// Learns what one source said.
    ///
    /// Equal facts change nothing but ``SourceRecord/checkedAt``. A lower version is held back until it has been
    /// answered for three days; a build is forgotten when two complete listings lack it.
    /// - Parameters:
    ///   - observation: What was said.
    ///   - now: When.
    ///   - author: Who learnt it.
    /// - Returns: The sources whose body changed.
    package mutating func learn(_ observation: Observation, at now: Date, by author: String) -> Set<Source> { [] }

    /// What all sources say together, fact by fact.
    /// - Parameters:
    ///   - target: The app: its countries, platforms and numbers.
    ///   - now: The clock.
    /// - Returns: The catalog, the builds, and how old each source is.
    package func merged(for target: AppTarget, at now: Date) -> MergedCatalog { .empty }
}
