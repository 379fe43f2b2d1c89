package import AirworthyPolicy

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

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

    /// The live catalog: what is known now, also between two revisions.
    package struct LiveCatalog: Sendable {
        /// The facts.
        package let catalog: Catalog
        /// SHA-256 of the stored text, in hexadecimal.
        package let digest: String
        /// Who said so: `manual`.
        package let source: String
        /// The instant the facts are from, if they say so; else when they were stored.
        package let asOf: Date

        /// Makes a live catalog.
        package init(catalog: Catalog, digest: String, source: String, asOf: Date) {
            self.catalog = catalog
            self.digest = digest
            self.source = source
            self.asOf = asOf
        }
    }

    /// The app.
    package var app: App
    /// What can be served of it.
    package var state: State
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
                throw ControlPlaneError(.nothingPublished, "nothing was published for \"\(app.slug)\" yet")
            case .degraded(let why): throw ControlPlaneError(.degraded, why)
            }
        }
    }
}
