package import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Publishing, rollback and bumps.
package struct PublishingService: Sendable {
    /// What publishing would do.
    package struct Preflight: Sendable {
        /// What was found, errors first.
        package let findings: [Finding]
        /// What differs from what is in force.
        package let diff: PolicyDiff
        /// How many bytes the envelope would have.
        package let size: Int
        /// Whether publishing it would be refused, unless it is forced.
        package let isRefused: Bool
        /// Whether it is what is in force.
        package let changesNothing: Bool
        /// The entity tag of the policy in force; `nil` when none is.
        package let basedOn: String?
    }

    /// What to bring back.
    package enum Target: Hashable, Sendable {
        /// A policy by its number.
        case policyVersion(Int)
        /// The policy of a revision.
        case revision(Int)
    }

    let store: any Store
    let signer: Signer
    let loader: HeadLoader
    let now: @Sendable () -> Date

    /// What publishing a policy would do. Changes nothing.
    package func preflight(_ app: String, policy text: [UInt8]) async throws -> Preflight { throw Pending() }

    /// Publishes a policy.
    package func publish(
        _ app: String, policy text: [UInt8], expecting precondition: Precondition, note: String?,
        forced reason: String?, by principal: Principal
    ) async throws -> Publication { throw Pending() }

    /// Publishes an envelope that CI signed.
    package func publishSigned(
        _ app: String, envelope: [UInt8], note: String?, by principal: Principal
    ) async throws -> Publication { throw Pending() }

    /// Brings an old policy back, with the catalog of today.
    package func rollback(
        _ app: String, to target: Target, expecting precondition: Precondition, note: String?, by principal: Principal
    ) async throws -> Publication { throw Pending() }

    /// Issues what is in force anew with a higher number.
    package func bump(_ app: String, atLeast: Int, by principal: Principal) async throws -> Publication {
        throw Pending()
    }

    /// The policy in force.
    package func current(_ app: String) async throws -> PolicyRecord { throw Pending() }
}
