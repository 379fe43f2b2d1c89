#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decides whether an installed app is up to date, should update, or must update before it is used again.
///
/// Rules are tried in order. The first rule that matches and acts decides.
///
/// ```swift
/// let manifest = Manifest(policy: policy, catalog: catalog)
/// let installation = Installation(platform: .ios, version: "2.1.0", channel: .appstore)
/// let decision = decide(manifest, for: installation, at: .now)
/// if decision.blocking { showGate(leadingTo: decision.update?.url) }
/// ```
///
/// The function is pure and total: it never throws, traps, waits or reads a clock.
///
/// To see why a decision came out as it did, pass `trace: true` and print ``Decision/trace``.
/// - Parameters:
///   - manifest: The rules and the known releases.
///   - installation: The installed app and its device.
///   - now: The instant to decide for.
///   - confirmedAt: The last time the source confirmed the manifest (a 200 or a 304). A deadline that passed since then
///     takes effect only after the next confirmation. `nil` means now.
///   - storedAt: The time this device first stored the manifest, which limits its lifetime to 45 days from then. Take it
///     from the corrected device clock, not from the manifest: a forged date of issue must not prolong the lifetime.
///   - trace: Whether to record how the decision was reached. Recording about doubles the cost.
/// - Returns: The decision.
/// - Complexity: O(rules + releases), and one more pass over the rules for each release that could be required. If a
///   fact is missing and the decision would block, all of this again for each value of the fact, at most 65. For many
///   decisions from one manifest, prepare it once; see ``PreparedManifest``.
public func decide(
    _ manifest: Manifest, for installation: Installation, at now: Date, confirmedAt: Date? = nil,
    storedAt: Date? = nil, trace: Bool = false
) -> Decision {
    decide(
        PreparedManifest(once: manifest), for: installation, at: now, confirmedAt: confirmedAt, storedAt: storedAt,
        trace: trace)
}

/// Decides as ``decide(_:for:at:confirmedAt:storedAt:trace:)-(Manifest,_,_,_,_,_)``, from a manifest that was prepared
/// for many decisions.
/// - Parameters:
///   - prepared: The rules and the known releases.
///   - installation: The installed app and its device.
///   - now: The instant to decide for.
///   - confirmedAt: The last time the source confirmed the manifest; `nil` for now.
///   - storedAt: The time this device first stored the manifest.
///   - trace: Whether to record how the decision was reached.
/// - Returns: The decision.
public func decide(
    _ prepared: PreparedManifest, for installation: Installation, at now: Date, confirmedAt: Date? = nil,
    storedAt: Date? = nil, trace: Bool = false
) -> Decision {
    decide(
        DecisionInput(prepared, installation: installation, now: now, confirmedAt: confirmedAt), storedAt: storedAt,
        trace: trace)
}

/// Decides for installations that are counted together. The decision holds for all of them unless it needed one of the unknown
/// facts.
/// - Parameters:
///   - prepared: The rules and the known releases.
///   - installation: The facts that the installations share.
///   - now: The instant to decide for.
///   - unknowns: The facts that differ between them.
/// - Returns: The decision.
package func decide(
    _ prepared: PreparedManifest, for installation: Installation, at now: Date, unknowns: UnknownFacts
) -> Decision {
    decide(
        DecisionInput(prepared, installation: installation, now: now, unknowns: unknowns), storedAt: nil, trace: false)
}

private func decide(_ input: DecisionInput, storedAt: Date?, trace: Bool) -> Decision {
    let (prepared, now) = (input.prepared, input.now)
    let isExpired = prepared.manifest.effectiveExpiry(storedAt: storedAt).map { $0 <= now } ?? false

    let verdict = RuleSearch(input: input).verdict
    var decision = DecisionBuilder(input: input).decision(for: verdict)
    DecisionLimit.apply(to: &decision, input: input, isExpired: isExpired)
    BetaReminder(input: input).apply(to: &decision)
    decision.features = FeatureEvaluator(input: input).values(isExpired: isExpired)
    decision.reevaluateAt = NextChange(input: input).instant(storedAt: storedAt)
    if trace { decision.trace = TraceBuilder(input: input).trace(of: verdict) }
    return decision
}
