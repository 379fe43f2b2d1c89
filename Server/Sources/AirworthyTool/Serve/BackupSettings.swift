/// The settings of scheduled backups.
struct BackupSettings: Hashable, Sendable {
    private static let longest = 30 * 24 * 60

    /// The time between two backups; `nil` for none.
    var interval: Duration?
    /// The number of backups to keep.
    var count: Int
    /// The folder of the backups.
    var directory: String

    /// Reads the settings.
    /// - Parameters:
    ///   - reader: The reader.
    ///   - data: The data folder.
    /// - Throws: ``ToolError`` with status 65 for the first setting that cannot be used.
    init(_ reader: SettingReader, data: String) async throws(ToolError) {
        count = try await reader.number(.backupCount, in: 1...1_000) ?? 7
        directory = try await reader.text(.backupDirectory) ?? data + "/backups"
        interval = nil
        if let text = try await reader.text(.backupInterval), text != "none" {
            guard let minutes = Self.minutes(text), (1...Self.longest).contains(minutes) else {
                throw reader.error(
                    for: .backupInterval,
                    "`\(text.printable)` is not a time from a minute to 30 days; write hours such as 24, or 24h, 30m or 7d"
                )
            }
            interval = .seconds(minutes * 60)
        }
    }

    /// The interval as text, such as `24h` or `90m`; `nil` for none.
    var intervalText: String? {
        guard let minutes = interval.map({ $0.components.seconds / 60 }) else { return nil }
        return minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes)m"
    }

    /// Returns the minutes of a text such as `24`, `24h`, `30m` or `7d`; `nil` for any other.
    private static func minutes(_ text: String) -> Int? {
        let units: [Character: Int] = ["m": 1, "h": 60, "d": 24 * 60]
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? text : String(text.dropLast())
        // Five digits cannot overflow.
        guard digits.isAllDigits, digits.count <= 5, let number = Int(digits) else { return nil }
        return number * (unit ?? 60)
    }
}
