import AirworthyPolicy
import ControlPlane
import Foundation

/// The changes of an app's releases that are not published yet.
struct WaitingReleases: Sendable {
    /// The most changes that are listed.
    private static let longestList = 8

    /// The end of the pause, after which the server publishes them; `nil` if it is over.
    let until: Moment?
    let changes: [String]

    init(_ waiting: PublishedCatalog.Waiting, now: Date) {
        until = waiting.publishesAt.map { Moment($0, now: now) }
        let all =
            waiting.change.removed.map { Self.text($0, whole: "no longer offered", part: "offered to fewer") }
            + waiting.change.added.map { Self.text($0, whole: "offered", part: "offered to more") }
        let rest = all.count - Self.longestList
        changes =
            all.isEmpty
            ? ["Only details such as notes and links differ."]
            : all.prefix(Self.longestList) + (rest > 0 ? ["And \(Figure.count(rest, "more change"))."] : [])
    }

    private static func text(_ item: AvailabilityChange.Item, whole: String, part: String) -> String {
        "\(item.platform.displayName) \(item.release) is \(item.isWhole ? whole : part) on \(item.channel)."
    }
}
