import Foundation

/// The metrics of the process, with the names that Prometheus' client libraries use.
struct ProcessMetrics: Sendable {
    let start: Date

    /// Returns the metrics. Those that only Linux provides have no value elsewhere.
    func readings(at now: Date) -> [MetricReading] {
        [
            MetricReading(.processStart, value: start.timeIntervalSince1970.rounded()),
            MetricReading(.uptime, value: max(0, now.timeIntervalSince(start))),
            MetricReading(.processMemory, value: Self.residentBytes),
            MetricReading(.processCPU, value: Self.cpuSeconds),
            MetricReading(.processFiles, value: Self.openFiles),
            MetricReading(.processMaximumFiles, value: Self.maximumFiles),
        ]
    }

    private static var residentBytes: Double? {
        let pages = contents("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        return pages.map { $0 * Double(getpagesize()) }
    }

    private static var cpuSeconds: Double? {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static var openFiles: Double? {
        // One of them is the folder while it is read.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double(max(0, $0.count - 1)) }
    }

    private static var maximumFiles: Double? {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return nil }
        return Double(limit.rlim_cur)
    }

    private static func contents(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
