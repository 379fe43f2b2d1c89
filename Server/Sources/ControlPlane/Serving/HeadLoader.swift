#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes what is served from what is stored.
struct HeadLoader: Sendable {
    let served: ServedApps
    let compress: @Sendable ([UInt8]) -> [UInt8]?
    let now: @Sendable () -> Date
}
