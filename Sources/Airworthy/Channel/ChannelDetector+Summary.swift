extension ChannelDetector {
    /// What was looked at and what it said, a line each, for a debug screen or a bug report. It names no person and no
    /// device. From any thread, without waiting.
    package var summary: String {
        let state = state.withLock { $0 }
        var lines = ["\(version) (\(build)): \(state.shown)"]
        let system = host.major > 0 ? "\(host.family.rawValue) \(host.major).\(host.minor)" : host.family.rawValue
        lines.append(
            "  runs on: \(system)\(host.isSimulator ? ", simulator" : "")\(host.isDebugBuild ? ", debug" : "")")
        for step in ChannelStep.allCases {
            let passed = state.passed.first { $0.step == step }
            let text = passed.map { "\($0.finding)" } ?? (host.has(step) ? "not asked" : "makes no sense here")
            lines.append("  \(step.rawValue): \(text)")
        }
        return lines.joined(separator: "\n")
    }
}

extension ChannelFinding: CustomStringConvertible {
    package var description: String {
        switch self {
        case .profile(let profile): profile.rawValue
        case .distributor(let distributor): "\(distributor)"
        case .transaction(let environment): "\(environment), verified"
        case .unverifiedTransaction: "not verified"
        case .receipt(let name, let exists): "\(name)\(exists ? "" : ", which is not there")"
        case .absent: "none"
        case .failed(let reason): "failed: \(reason)"
        case .timedOut: "no answer in time"
        case .pending: "not answered yet"
        }
    }
}
