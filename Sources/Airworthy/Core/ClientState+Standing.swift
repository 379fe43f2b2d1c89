import AirworthyPolicy
import Foundation

extension PolicySource {
    /// What to call it.
    var standing: PolicyStatus.Source {
        switch kind {
        case .signed(let url, _): server.map { .server($0.url) } ?? .manifest(url)
        case .config(let url): .config(url)
        case .bundled: .bundled
        case .rules: .rules
        }
    }
}

extension ClientState {
    /// How the policy in force stands.
    func policyStanding(at device: Date) -> PolicyStatus {
        guard let (source, policy) = standing(at: device) else { return PolicyStatus(source: .none) }
        return PolicyStatus(
            source: source.standing, revision: policy.manifest.revision, issuedAt: policy.manifest.issuedAt,
            // What ships with the app has nobody to confirm it.
            confirmedAt: source.url == nil ? nil : policy.confirmedAt, expiresAt: policy.softensAt,
            isExpired: policy.isExpired(device, correction: stored.correction))
    }
}
