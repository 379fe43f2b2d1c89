package import ControlPlane

/// The state of a server among the nodes that share its database.
package struct NodeState: Sendable {
    /// Returns whether this node queries Apple, renews and prunes.
    let isLeader: @Sendable () -> Bool
    /// Returns the use of the connections; `nil` if there is no pool of connections.
    let connections: @Sendable () -> PoolUse?
    /// Looks for what other nodes have just created; `nil` without other nodes.
    let misses: MissReader?

    package init(
        isLeader: @escaping @Sendable () -> Bool, connections: @escaping @Sendable () -> PoolUse?,
        misses: MissReader?
    ) {
        self.isLeader = isLeader
        self.connections = connections
        self.misses = misses
    }

    /// A server with a database of its own.
    package static let single = NodeState(isLeader: { true }, connections: { nil }, misses: nil)

    var readings: [MetricReading] {
        let leader = MetricReading(.leader, value: isLeader() ? 1 : 0)
        guard let use = connections() else { return [leader] }
        return [
            leader,
            MetricReading(.databaseConnections, labels: ["state": "busy"], value: Double(use.busy)),
            MetricReading(.databaseConnections, labels: ["state": "idle"], value: Double(use.idle)),
            MetricReading(.databaseWaiting, value: Double(use.waiting)),
        ]
    }
}
