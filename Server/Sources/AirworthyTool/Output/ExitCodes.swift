import AirworthyPolicy

extension Decision.Status {
    /// What `decide --exit-code` ends with. Scripts rely on these numbers.
    var exitCode: Int32 {
        switch self {
        case .ok: 0
        case .recommended: 10
        case .required: 20
        case .requiredUnavailable: 30
        case .maintenance: 40
        }
    }
}
