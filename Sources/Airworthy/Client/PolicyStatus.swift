public import Foundation

/// The policy in force and its age.
///
/// ```swift
/// let status = airworthy.policyStatus
/// if status.isExpired { log("no new signature since \(status.issuedAt?.description ?? "the first launch")") }
/// ```
public struct PolicyStatus: Hashable, Sendable {
    /// The source of a policy. Cases are added in major versions only.
    public enum Source: Hashable, Sendable {
        /// No policy: nothing is stored, and no source has answered.
        case none
        /// An airworthy server.
        case server(URL)
        /// A signed manifest on another host.
        case manifest(URL)
        /// An unsigned `config.json`.
        case config(URL)
        /// A file in the app's own format.
        case json(URL)
        /// The app's own function, by the id of its source.
        case custom(String)
        /// A signed manifest that ships with the app.
        case bundled
        /// The app's code.
        case rules

        /// The source in words, for the debug panel and the summary.
        package var words: String {
            switch self {
            case .none: "none"
            case .server(let url): "the server \(url)"
            case .manifest(let url): "the manifest \(url)"
            case .config(let url), .json(let url): "the plain file \(url)"
            case .custom(let id): "the source \(id)"
            case .bundled: "bundled"
            case .rules: "in the app's code"
            }
        }
    }

    /// The source of the policy.
    public var source: Source
    /// The revision of the manifest, if it has one.
    public var revision: Int?
    /// The time of the signature, if there is one.
    public var issuedAt: Date?
    /// The time the source last confirmed the policy, by the corrected clock; `nil` for a policy without such a source.
    public var confirmedAt: Date?
    /// The time after which it no longer blocks the app; `nil` if it does not expire.
    public var expiresAt: Date?
    /// Whether it has expired, so that it no longer blocks the app.
    public var isExpired: Bool

    /// Creates a status for previews and tests.
    /// - Parameters:
    ///   - source: The source of the policy.
    ///   - revision: The revision of the manifest.
    ///   - issuedAt: The time of the signature.
    ///   - confirmedAt: The time the source last confirmed the policy.
    ///   - expiresAt: The time after which it no longer blocks the app.
    ///   - isExpired: Whether it has expired.
    public init(
        source: Source, revision: Int? = nil, issuedAt: Date? = nil, confirmedAt: Date? = nil,
        expiresAt: Date? = nil, isExpired: Bool = false
    ) {
        self.source = source
        self.revision = revision
        self.issuedAt = issuedAt
        self.confirmedAt = confirmedAt
        self.expiresAt = expiresAt
        self.isExpired = isExpired
    }
}
