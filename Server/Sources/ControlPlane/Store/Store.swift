/// Where everything is kept. One contract suite holds every implementation to the same behaviour.
///
/// Bodies run inside one transaction, are synchronous and await nothing. What a body throws undoes everything it did.
package protocol Store: Sendable {
    /// Reads one consistent state.
    /// - Throws: ``StoreError``, and whatever `body` throws.
    func read<T: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> T) async throws -> T

    /// Changes something. Returns after the commit, when nothing can be lost any more.
    /// - Throws: ``StoreError``, and whatever `body` throws; then nothing has changed.
    func write<T: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> T) async throws -> T
}
