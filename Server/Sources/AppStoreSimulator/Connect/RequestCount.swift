import Foundation

/// Counts the requests of the last hour.
struct RequestCount: Sendable {
    /// The times of the requests, oldest first.
    private var times: [Double] = []
    private var first = 0

    /// Returns the number of requests in the `seconds` before `now`.
    func count(in seconds: Double, at now: Date) -> Int {
        let since = now.timeIntervalSince1970 - seconds
        var (low, high) = (first, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] > since { high = middle } else { low = middle + 1 }
        }
        return times.count - low
    }

    mutating func add(at now: Date) {
        // A clock that moved back starts a new count.
        if let last = times.last, last > now.timeIntervalSince1970 { (times, first) = ([], 0) }
        times.append(now.timeIntervalSince1970)
        while first < times.count, times[first] <= now.timeIntervalSince1970 - 3600 { first += 1 }
        if first > 4096 {
            times.removeFirst(first)
            first = 0
        }
    }
}
