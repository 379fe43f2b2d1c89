/// All that is needed to answer for one app, in memory.
package struct ServedApp: Sendable {
    /// What can be served of it.
    package enum State: Sendable {
        /// Nothing was published yet.
        case unpublished
        /// A manifest is in force.
        case live(LoadedHead)
        /// There is one, but the app's builds would refuse it or it could not be loaded; says why.
        case degraded(String)
    }

    /// The app.
    package var app: App
    /// What can be served of it.
    package var state: State
    /// The revision the store names as the one in force, also where it cannot be served; 0 before the first.
    package var revision = 0
    /// What is known about its releases, if anything is.
    package var catalog: LiveCatalog?
    /// What will go wrong unless somebody does something, while what is in force is still good.
    package var warning: String?

    /// Makes one.
    package init(app: App, state: State, catalog: LiveCatalog?, warning: String? = nil) {
        self.app = app
        self.state = state
        self.catalog = catalog
        self.warning = warning
    }

    /// What somebody should look into: why it is degraded, else ``warning``.
    package var problem: String? {
        if case .degraded(let why) = state { why } else { warning }
    }

    /// The head in force.
    /// - Throws: ``ControlPlaneError`` `nothingPublished` or `degraded`.
    package var head: LoadedHead {
        get throws(ControlPlaneError) {
            switch state {
            case .live(let head): return head
            case .unpublished:
                throw ControlPlaneError(.nothingPublished, detail: "nothing was published for \"\(app.slug)\" yet")
            case .degraded(let why): throw ControlPlaneError(.degraded, detail: why)
            }
        }
    }
}
