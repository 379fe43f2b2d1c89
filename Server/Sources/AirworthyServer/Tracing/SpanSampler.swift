/// Chooses the traces to record.
package struct SpanSampler: Sendable {
    /// The trace ids below this number are recorded, by their lowest 63 bits.
    private let bound: UInt64

    /// Creates a sampler. The same trace is chosen by all servers of the same ratio, from 0 (none) to 1 (all).
    package init(ratio: Double) {
        bound = UInt64(min(max(ratio, 0), 1) * 0x1p63)
    }

    package static let all = SpanSampler(ratio: 1)

    func records(_ traceID: UInt128) -> Bool { UInt64(truncatingIfNeeded: traceID) & (UInt64.max >> 1) < bound }
}
