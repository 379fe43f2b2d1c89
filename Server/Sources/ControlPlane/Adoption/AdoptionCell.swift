import AirworthyPolicy

/// The facts that installations are counted by. Equal facts are equal texts; an empty text is an unknown fact.
package struct AdoptionCell: Hashable, Comparable, Sendable {
    /// The platform, such as `ios`.
    package var platform: String
    /// The version, such as `2.2.1`.
    package var version: String
    /// The build number, such as `310`.
    package var build: String
    /// The distribution channel, such as `appstore`.
    package var channel: String
    /// The system's version without the parts after the minor one, such as `17.4`.
    package var os: String
    /// The storefront's country, such as `JP`.
    package var storefront: String

    /// Creates a cell.
    package init(
        platform: String, version: String, build: String = "", channel: String, os: String = "", storefront: String = ""
    ) {
        self.platform = platform
        self.version = version
        self.build = build
        self.channel = channel
        self.os = os
        self.storefront = storefront
    }

    /// A number that the database stores instead of the facts: 60 bits of their SHA-256.
    ///
    /// Somebody who finds two cells with one number could have them counted as one, but whoever can send check-ins can forge
    /// counts anyway.
    package var number: Int {
        Int(ContentDigest.hex(Array(facts.joined(separator: "\n").utf8)).prefix(15), radix: 16) ?? 0
    }

    /// The cell for installations that are too rare to have one of their own: without storefront and system.
    package var rare: AdoptionCell {
        var copy = self
        (copy.os, copy.storefront) = ("", "")
        return copy
    }

    /// The cell for installations when even rare ones are too many, as after an attack: only the platform is known.
    package var other: AdoptionCell {
        AdoptionCell(platform: platform, version: "", channel: Channel.unknown.description)
    }

    package static func < (a: AdoptionCell, b: AdoptionCell) -> Bool { a.facts.lexicographicallyPrecedes(b.facts) }

    private var facts: [String] { [platform, version, build, channel, os, storefront] }
}
