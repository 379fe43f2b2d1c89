import AirworthyPolicy
import Foundation

// Moving from other libraries.
extension Airworthy {
    /// A library whose answers the client can import.
    public enum FormerLibrary: String, Hashable, Sendable, CaseIterable {
        /// Siren 5 and 6, by ArtSabintsev.
        case siren
        /// The Flutter package upgrader, whose values the plug-in shared_preferences stores.
        case upgrader
    }

    /// Imports the skipped version and the date of the last prompt of another library, once in the life of an installation, so
    /// that users are not asked again. Call it before the first presentation.
    ///
    /// The client does not read `UserDefaults` itself, because that is one of the accesses that a privacy manifest must declare.
    ///
    /// ```swift
    /// airworthy.importAnswers(of: .siren) { UserDefaults.standard.object(forKey: $0) }
    /// ```
    /// - Parameters:
    ///   - library: The library.
    ///   - value: The function that reads a value of the library by its key.
    /// - Returns: Whether there was anything to import. `false` for every call but the first.
    @discardableResult
    public func importAnswers(of library: FormerLibrary, reading value: (String) -> Any?) -> Bool {
        let former = library.answers(reading: value)
        let zone = core.environment.timeZone()
        return core.change { state, deviceTime in
            guard !state.stored.importedLibraries.contains(library.rawValue) else { return false }
            state.stored.importedLibraries.append(library.rawValue)
            guard former != FormerAnswers() else { return false }
            state.stored.history.adopt(former, at: state.decisionTime(at: deviceTime), in: zone)
            return true
        }
    }
}

extension Airworthy.FormerLibrary {
    /// Reads the stored answers.
    fileprivate func answers(reading value: (String) -> Any?) -> FormerAnswers {
        func version(_ key: String) -> AppVersion? { (value(key) as? String).flatMap { try? AppVersion($0) } }
        switch self {
        case .siren:
            return FormerAnswers(
                skipped: version("StoredSkippedVersion"), promptedAt: value("StoredVersionCheckDate") as? Date)
        case .upgrader:
            return FormerAnswers(
                skipped: version("flutter.userIgnoredVersion"), prompted: version("flutter.lastVersionAlerted"),
                promptedAt: (value("flutter.lastTimeAlerted") as? String).flatMap(Self.date))
        }
    }

    /// Reads a date as Dart writes it, e.g. `2026-11-20 12:00:00.000000`, in the time zone of the device.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
        return formatter.date(from: String(text.prefix(19)))
    }
}
