import AirworthyPolicy

/// The facts that installations are counted by. Equal facts are equal texts; an empty text is an unknown fact.
package struct AdoptionCell: Hashable, Comparable, Sendable {
    /// A fact that installations can be grouped by, in the order of ``facts``.
    package enum Fact: String, CaseIterable, Sendable {
        case platform, version, build, channel, os, storefront

        fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The facts with a line feed between each two, which no fact contains. One text instead of six, because a node may have
    /// 100,000 cells in memory.
    private var text: String

    /// The platform, such as `ios`.
    package var platform: String { facts[0] }
    /// The version, such as `2.2.1`.
    package var version: String { facts[1] }
    /// The build number, such as `310`.
    package var build: String { facts[2] }
    /// The distribution channel, such as `appstore`.
    package var channel: String { facts[3] }
    /// The system's version without the parts after the minor one, such as `17.4`.
    package var os: String { facts[4] }
    /// The storefront's country, such as `JP`.
    package var storefront: String { facts[5] }

    package init(
        platform: String, version: String, build: String = "", channel: String, os: String = "", storefront: String = ""
    ) {
        text = Self.text(of: [platform, version, build, channel, os, storefront])
    }

    private static func text(of facts: [String]) -> String {
        facts.map { $0.utf8.contains(10) ? $0.replacing("\n", with: " ") : $0 }.joined(separator: "\n")
    }

    /// The six facts: platform, version, build, channel, system and storefront.
    package var facts: [String] { texts.map(String.init) }

    /// The six facts as parts of one text, which are not copied.
    private var texts: [Substring] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// The facts before the system as one text, the system, and the storefront.
    var systemAndStorefront: (before: Substring, system: Substring, storefront: Substring) {
        let bytes = text.utf8
        let last = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? text.startIndex
        let middle = bytes[..<last].lastIndex(of: UInt8(ascii: "\n")) ?? text.startIndex
        return (text[..<middle], text[middle..<last].dropFirst(), text[last...].dropFirst())
    }

    /// Returns some facts in the given order.
    package func texts(of facts: [Fact]) -> [Substring] {
        let texts = texts
        return facts == Fact.allCases ? texts : facts.map { texts[$0.index] }
    }

    package subscript(fact: Fact) -> String {
        get { facts[fact.index] }
        set {
            var facts = facts
            facts[fact.index] = newValue
            text = Self.text(of: facts)
        }
    }

    /// Creates a cell with some facts, and all others unknown.
    package init(_ texts: [String], of facts: [Fact]) {
        var all = Array(repeating: "", count: Fact.allCases.count)
        for (fact, text) in zip(facts, texts) { all[fact.index] = text }
        text = Self.text(of: all)
    }

    /// Returns the cell with some of its facts only.
    package func keeping(_ facts: [Fact]) -> AdoptionCell {
        AdoptionCell(texts(of: facts).map(String.init), of: facts)
    }

    /// Returns a system's version without the parts after the minor one.
    package static func majorAndMinor(of version: String) -> String {
        let dots = version.utf8.indices.filter { version.utf8[$0] == UInt8(ascii: ".") }
        return dots.count < 2 ? version : String(version[..<dots[1]])
    }

    /// A number that the database stores instead of the facts: 60 bits of their SHA-256.
    ///
    /// Somebody who finds two cells with one number could have them counted as one, but whoever can send check-ins can forge
    /// counts anyway.
    package var number: Int {
        Int(ContentDigest.firstEightBytes(of: Array(text.utf8)) >> 4)
    }

    var withoutStorefront: AdoptionCell {
        var copy = self
        copy[.storefront] = ""
        return copy
    }

    /// The cell without storefront and system.
    package var withoutSystem: AdoptionCell {
        var copy = withoutStorefront
        copy[.os] = ""
        return copy
    }

    /// The cell with nothing but platform, version and channel, a marketplace without its name.
    var versionOnly: AdoptionCell {
        let channel = channel.split(separator: ":").first.map(String.init) ?? ""
        return AdoptionCell(platform: platform, version: version, channel: channel)
    }

    /// The channel of installations whose channel is not known.
    static var unknownChannel: String { Channel.unknown.description }

    /// The cell for installations when there are too many versions, as after an attack: only the platform is known.
    package var other: AdoptionCell {
        AdoptionCell(platform: platform, version: "", channel: Self.unknownChannel)
    }

    package static func < (a: AdoptionCell, b: AdoptionCell) -> Bool { a.text < b.text }
}
