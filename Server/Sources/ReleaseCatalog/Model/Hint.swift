/// A change that a webhook announced. It triggers a listing and is never used as data.
package struct Hint: Hashable, Sendable {
    /// The resource that changed.
    package enum Subject: Hashable, Sendable {
        /// The external TestFlight state of the build with this id.
        case build(String)
        /// The App Store version with this id.
        case version(String)
        /// Another resource, e.g. an upload.
        case other
    }

    /// The resource that changed.
    package var subject: Subject
    /// The announced state, as Apple writes it. The app is listed again until a listing shows it.
    package var state: String?

    package init(_ subject: Subject, state: String? = nil) {
        self.subject = subject
        self.state = state
    }

    /// Whether a listing shows the announced state. A hint without a state is confirmed by any listing.
    package func isConfirmed(by listing: ConnectListing) -> Bool {
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
