import CLibPQ
package import ControlPlane

/// libpq, PostgreSQL's client library.
package enum LibPQ {
    private static let failure: String? = unsafe libpq_load().map { unsafe String(cString: $0) }

    /// Loads the library, once. No other function of libpq may be called before.
    /// - Throws: ``StoreError`` `unavailable` if it is not installed.
    package static func load() throws(StoreError) {
        if let failure { throw .unavailable(failure) }
    }
}
