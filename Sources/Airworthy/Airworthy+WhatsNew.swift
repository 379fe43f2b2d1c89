import AirworthyChannel
public import AirworthyPolicy
import Foundation

// After an update.
extension Airworthy {
    /// The release notes to show after an update.
    public struct WhatsNew: Hashable, Sendable, Identifiable {
        /// The build before the update; `nil` if the notes are asked for at another time.
        public let previous: InstalledBuild?
        /// The installed build.
        public let installed: InstalledBuild
        /// The notes, in the user's language.
        public let notes: String

        /// The installed build as text.
        public var id: String { installed.description }

        /// Creates notes for previews and tests.
        /// - Parameters:
        ///   - previous: The build before the update.
        ///   - installed: The installed build.
        ///   - notes: The notes.
        public init(previous: InstalledBuild?, installed: InstalledBuild, notes: String) {
            self.previous = previous
            self.installed = installed
            self.notes = notes
        }
    }

    /// The notes of the installed release after an update, until ``didShowWhatsNew()``; `nil` after a first installation, and as
    /// long as no source has notes of this release.
    ///
    /// ```swift
    /// if let news = airworthy.whatsNew {
    ///     showNotes(news.notes)
    ///     airworthy.didShowWhatsNew()
    /// }
    /// ```
    public var whatsNew: WhatsNew? {
        let deviceTime = core.environment.now()
        return core.state.withLock { state in
            guard let previous = state.stored.updatedFrom else { return nil }
            return state.installedNotes(at: deviceTime, previous: previous)
        }
    }

    /// The notes of the installed release at any time, for a settings screen; `nil` as long as no source has any.
    public var installedNotes: WhatsNew? {
        let deviceTime = core.environment.now()
        return core.state.withLock { $0.installedNotes(at: deviceTime, previous: nil) }
    }

    /// Reports that the user has seen ``whatsNew``. It is `nil` until the next update.
    public func didShowWhatsNew() { core.change { state, _ in state.stored.updatedFrom = nil } }
}

extension ClientState {
    fileprivate func installedNotes(at deviceTime: Date, previous: InstalledBuild?) -> Airworthy.WhatsNew? {
        guard let version = installation.version else { return nil }
        let policy = policyInForce(at: deviceTime)
        let catalogs = [policy.manifest.catalog, lookedUpCatalog].compactMap(\.self)
        let releases = catalogs.flatMap(\.releases).filter { release in
            release.platform == installation.platform && release.version == version
                && (release.build == nil || installation.build == nil || release.build == installation.build)
        }
        // The notes of this channel first: testers have other notes than the public.
        let offers = releases.flatMap(\.offers)
        let sorted = offers.filter { $0.channel == installation.channel } + offers
        let language = policy.manifest.policy.defaultLanguage
        for case let notes? in sorted.map(\.notes) {
            guard let text = notes.text(for: installation.language, default: language), !text.isEmpty else { continue }
            let installed = InstalledBuild(version: version, build: installation.build)
            return Airworthy.WhatsNew(previous: previous, installed: installed, notes: text)
        }
        return nil
    }
}
