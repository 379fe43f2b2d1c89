import Airworthy
import AirworthyPolicy
import Foundation

extension FakeWorld {
    /// Launches an installation that declares no channel.
    func launch(_ setup: Setup, detecting install: Install, hanging: Set<ChannelStep> = []) -> Airworthy {
        let installation = Installation(version: "1.5", build: try? BuildNumber("150"), channel: .unknown)
        let rungs = ChannelStep.allCases.map { step -> any ChannelRung in
            switch step {
            case .profile, .receipt: FakeImmediateRung(step: step, answer: install.finding(step))
            case .distributor, .transaction:
                FakeRung(step: step, answer: hanging.contains(step) ? nil : install.finding(step))
            }
        }
        return Airworthy(
            setup, options: Airworthy.Options(installation: installation, transport: transport),
            environment: environment, store: store, host: install.host, rungs: rungs)
    }
}
