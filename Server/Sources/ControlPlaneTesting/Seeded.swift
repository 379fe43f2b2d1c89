package import ServerSupport

/// The random generator of tests.
package typealias Seeded = ServerSupport.Seeded
