import AirworthyChannel
import AirworthyPolicy
import Foundation

/// The reason why a check-in was not confirmed.
struct CheckInFailure: Error, Hashable {
    let reason: String
}

/// Sends one check-in, after a refresh and apart from it: nothing waits for it.
struct CheckInSender: Sendable {
    /// The longest wait for the channel and the storefront of the launch, in seconds. Without them the check-in would count the
    /// installation in another place than the next one.
    private static let longestWait: TimeInterval = 10
    /// The size limit of the answer.
    private static let maximumAnswer = 4_096

    let core: ClientCore
    let server: PolicySource.Server

    /// Sends the check-in that ``ClientState/beginCheckIn(to:at:)`` has begun.
    func send() async {
        await race { [core] in
            try? await core.environment.sleep(Self.longestWait)
        } against: { [core] in
            await core.waitUntilSettled { $0.launch.isDisjoint(with: [.channel, .storefront]) }
        }
        let checkIn = core.change { state, deviceTime in state.attemptCheckIn(at: deviceTime) }
        guard let checkIn else { return }
        let outcome = await outcome(of: checkIn)
        core.change { state, _ in state.endCheckIn(checkIn, outcome) }
    }

    private func outcome(of checkIn: CheckIn) async -> Result<LocalDay, CheckInFailure> {
        let url = server.url.appendingPathComponent("v1/apps/\(server.app)/check-ins")
        var request = TransportRequest(
            url: url, headers: ["Accept": "application/json", "Content-Type": "application/json"],
            maximumBytes: Self.maximumAnswer)
        request.body = checkIn.jsonValue.jsonBytes()
        request.allowsConstrainedNetworkAccess = false
        do {
            let response = try await core.send(request)
            guard (200..<300).contains(response.status) else { return failure("\(url): \(response.status)") }
            guard let day = (try? JSONReader.read(response.body))?.jsonValue["day"].day else {
                return failure("\(url): an answer without a day")
            }
            return .success(day)
        } catch is DeadlineExceeded {
            return failure("\(url): no answer in time")
        } catch {
            return failure("\(url): \(error)")
        }
    }

    private func failure(_ reason: String) -> Result<LocalDay, CheckInFailure> {
        .failure(CheckInFailure(reason: reason))
    }
}
