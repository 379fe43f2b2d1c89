import AirworthyPolicy
package import Foundation

/// Everything known about one app, by source. Pure: it is read from rows, learns, and is written back.
package struct Knowledge: Sendable {
    /// The app's slug.
    package let app: String
    /// Which rows could not be read, in words.
    package private(set) var problems: [String] = []

    var connect: SourceRow<ConnectMemory>?
    var lookups: [Storefront: SourceRow<LookupMemory>] = [:]
    var manual: SourceRow<ManualMemory>?
    var orders: SourceRow<OperatorMemory>?

    /// Reads what is stored.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - records: The rows in any order. One that cannot be read counts as never learnt and is named in ``problems``.
    package init(app: String, _ records: [SourceRecord] = []) {
        self.app = app
        for record in records.sorted(by: { $0.source < $1.source }) {
            do throws(UnreadableBody) {
                switch record.source {
                case .connect: connect = try SourceRow(record)
                case .lookup(let storefront): lookups[storefront] = try SourceRow(record)
                case .manual: manual = try SourceRow(record)
                case .operator: orders = try SourceRow(record)
                }
            } catch {
                problems.append("what \(record.source) told of \"\(app)\" cannot be read: \(error.detail)")
            }
        }
    }

    /// The rows as they are to be stored, by source.
    package var records: [SourceRecord] {
        let rows =
            [
                connect?.record(app, .connect), manual?.record(app, .manual), orders?.record(app, .operator),
            ] + lookups.map { $1.record(app, .lookup($0)) }
        return rows.compactMap { $0 }.sorted { $0.source < $1.source }
    }

    /// Learns what one source said.
    ///
    /// Equal facts change nothing but ``SourceRecord/checkedAt``, and an answer without a result not even that. A lower
    /// version is held back until it has been answered for three days; a build is forgotten when two complete listings
    /// lack it.
    /// - Parameters:
    ///   - observation: What was said.
    ///   - now: When.
    ///   - author: Who learnt it.
    /// - Returns: The sources whose body changed.
    package mutating func learn(_ observation: Observation, at now: Date, by author: String) -> Set<Source> {
        let now = now.asStored
        switch observation {
        case .connect(let listing):
            var memory = connect?.memory ?? ConnectMemory()
            memory.learn(listing, at: now)
            return SourceRow.update(&connect, with: memory, at: now, by: author) ? [.connect] : []
        case .lookup(_, nil):
            return []
        case .lookup(let storefront, let release?):
            var memory = lookups[storefront]?.memory ?? LookupMemory()
            memory.learn(release, at: now) { connect?.memory.agrees($0, release.platform) ?? true }
            return SourceRow.update(&lookups[storefront], with: memory, at: now, by: author)
                ? [.lookup(storefront)] : []
        case .manual(let catalog):
            return SourceRow.update(&manual, with: ManualMemory(catalog), at: now, by: author) ? [.manual] : []
        case .order(let order):
            return obey(order, at: now, by: author)
        }
    }

    private mutating func obey(_ order: OperatorOrder, at now: Date, by author: String) -> Set<Source> {
        var changed: Set<Source> = []
        var memory = OperatorMemory()
        switch order {
        case .withdraw(let platform, let version, let build):
            memory = orders?.memory ?? memory
            memory.withdraw(OperatorMemory.Withdrawal(platform: platform, version: version, build: build))
        case .reset:
            for storefront in lookups.keys {
                guard var lookup = lookups[storefront]?.memory else { continue }
                lookup.open()
                if SourceRow.remember(&lookups[storefront], lookup) { changed.insert(.lookup(storefront)) }
            }
        }
        if SourceRow.update(&orders, with: memory, at: now, by: author) { changed.insert(.operator) }
        return changed
    }
}

/// One source's memory with its dates.
struct SourceRow<Memory: SourceMemory>: Sendable {
    private(set) var memory: Memory
    private(set) var body: [UInt8]
    private(set) var checkedAt: Date
    private(set) var changedAt: Date
    private var author: String

    init(_ record: SourceRecord) throws(UnreadableBody) {
        memory = try Memory(body: record.body)
        body = record.body
        checkedAt = record.checkedAt
        changedAt = record.changedAt
        author = record.author
    }

    private init(_ memory: Memory, body: [UInt8], at now: Date, by author: String) {
        self.memory = memory
        self.body = body
        self.author = author
        checkedAt = now
        changedAt = now
    }

    func record(_ app: String, _ source: Source) -> SourceRecord {
        SourceRecord(
            app: app, source: source, body: body, checkedAt: checkedAt, changedAt: changedAt, author: author)
    }

    /// Takes an answer.
    /// - Returns: Whether the body changed.
    static func update(_ row: inout SourceRow?, with memory: Memory, at now: Date, by author: String) -> Bool {
        let body = memory.body
        guard var old = row else {
            row = SourceRow(stored(memory, body), body: body, at: now, by: author)
            return true
        }
        old.checkedAt = max(old.checkedAt, now)
        let isNew = old.body != body
        if isNew {
            let memory = stored(memory, body)
            if memory.facts != old.memory.facts {
                old.changedAt = now
                old.author = author
            }
            (old.memory, old.body) = (memory, body)
        }
        row = old
        return isNew
    }

    /// Changes what is remembered without an answer.
    static func remember(_ row: inout SourceRow?, _ memory: Memory) -> Bool {
        let body = memory.body
        guard var old = row, old.body != body else { return false }
        (old.memory, old.body) = (stored(memory, body), body)
        row = old
        return true
    }

    /// The memory as it will read after a restart, so that a restart changes nothing.
    private static func stored(_ memory: Memory, _ body: [UInt8]) -> Memory {
        do throws(UnreadableBody) { return try Memory(body: body) } catch { return memory }
    }
}
