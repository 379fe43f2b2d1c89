#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The instant to evaluate for: the device's clock, corrected, and never before the manifest in force was issued.
///
/// Take it once and use it for the whole evaluation.
/// - Parameters:
///   - device: What the device's clock says.
///   - correction: Seconds to add: (HTTP `Date` − device clock) of the last verified answer; 0 if there was none.
///   - issuedAt: When the manifest in force was issued; `nil` if there is none.
/// - Returns: The later of the corrected clock and `issuedAt`.
public func effectiveNow(device: Date, correction: Double = 0, issuedAt: Date?) -> Date {
    let corrected = device.addingTimeInterval(correction.isFinite ? correction : 0)
    return issuedAt.map { max(corrected, $0) } ?? corrected
}
