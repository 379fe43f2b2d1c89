package import Foundation
import Synchronization

/// The latest announcements of App Store Connect to this server, by app: in memory, since the server started.
package final class WebhookLog: Sendable {
    /// An announcement whose signature was valid.
    package struct Delivery: Hashable, Sendable {
        package let at: Date
        /// Apple's name of the event, such as `buildUploadStateUpdated`.
        package let event: String
        /// The server's reaction, in words.
        package let result: String
    }

    /// The latest announcements of an app.
    package struct Record: Hashable, Sendable {
        /// The latest first.
        package fileprivate(set) var deliveries: [Delivery] = []
        /// The number of announcements without a valid signature, and the date of the last one.
        package fileprivate(set) var refusals = 0
        package fileprivate(set) var lastRefusal: Date?
    }

    /// The number of announcements that are kept of each app.
    package static let length = 10
    private static let longestName = 64

    private let records = Mutex<[String: Record]>([:])

    package init() {}

    package func receive(_ event: String, of app: String, at date: Date, result: String) {
        records.withLock { records in
            let delivery = Delivery(at: date, event: String(event.prefix(Self.longestName)), result: result)
            let earlier = records[app, default: Record()].deliveries.prefix(Self.length - 1)
            records[app, default: Record()].deliveries = [delivery] + earlier
        }
    }

    package func refuse(of app: String, at date: Date) {
        records.withLock { records in
            records[app, default: Record()].refusals += 1
            records[app]?.lastRefusal = date
        }
    }

    package func record(of app: String) -> Record { records.withLock { $0[app] ?? Record() } }
}
