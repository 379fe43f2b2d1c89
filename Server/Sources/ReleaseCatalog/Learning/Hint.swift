/// A webhook's word that something changed. It says where to look, and is never believed by itself.
package struct Hint: Hashable, Sendable {
    /// What changed.
    package enum Subject: Hashable, Sendable {
        /// The external TestFlight state of the build with this id.
        case build(String)
        /// The App Store version with this id.
        case version(String)
        /// Something else, e.g. an upload.
        case other
    }

    /// What changed.
    package var subject: Subject
    /// The state it has now, as Apple wrote it. Until a listing shows it, the hint is looked into again.
    package var state: String?

    /// Makes a hint.
    package init(_ subject: Subject, state: String? = nil) {
        self.subject = subject
        self.state = state
    }

    /// Whether a listing shows what the hint announced. What names no state is seen with the first listing.
    package func isSeen(in listing: ConnectListing) -> Bool {
        guard let state else { return true }
        switch subject {
        case .build(let id):
            // Apple announces external states only; the internal one often has the same name.
            return listing.builds.contains { $0.id == id && $0.externalState == state }
        case .version(let id): return listing.versions.contains { $0.id == id && $0.state == state }
        case .other: return true
        }
    }
}
