/// The in-memory state of an app that public requests read.
package struct ServedApp: Sendable {
    /// The state of the manifest.
    package enum State: Sendable {
        /// Nothing was published yet.
        case unpublished
        /// A manifest is in force.
        case live(LoadedHead)
        /// Installed apps would reject the manifest, or it could not be loaded. The text is the reason.
        case degraded(String)
    }

    /// The app.
    package var app: App
    /// The state of the manifest.
    package var state: State
    /// The revision in force according to the store, even if it cannot be served; 0 before the first.
    package var revision = 0
    /// The known releases, if there are any.
    package var catalog: LiveCatalog?
    /// A problem that will need an operator although the manifest in force is still good.
    package var warning: String?

    /// Creates the state of an app.
    package init(app: App, state: State, catalog: LiveCatalog?, warning: String? = nil) {
        self.app = app
        self.state = state
        self.catalog = catalog
        self.warning = warning
    }

    /// The problem for operators: the reason for a degraded state, else ``warning``.
    package var problem: String? {
        if case .degraded(let reason) = state { reason } else { warning }
    }

    /// The manifest in force.
    /// - Throws: ``ControlPlaneError`` `nothingPublished` or `degraded`.
    package var head: LoadedHead {
        get throws(ControlPlaneError) {
            switch state {
            case .live(let head): return head
            case .unpublished: throw ControlPlaneError.nothingPublished(app.slug)
            case .degraded(let reason): throw ControlPlaneError(.degraded, detail: reason)
            }
        }
    }
}
