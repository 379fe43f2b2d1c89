package import HTTPTypes

extension HTTPField.Name {
    /// `Airworthy-Policy-Version`: the number of the policy in the body. A name of letters and hyphens always reads.
    package static let policyVersion = HTTPField.Name("Airworthy-Policy-Version") ?? .eTag
}
