import AirworthyPolicy
import ControlPlane
import Foundation
import Hummingbird

/// The admin route for the clock of the server.
struct ClockRoutes: Sendable {
    let housekeeping: Housekeeping

    /// `POST /v1/admin/clock`
    @Sendable func confirm(_ request: Request, context: AdminContext) async throws -> Response {
        let object = try await request.object(upTo: context.longestBody, known: ["now"])
        guard let text = try object.text("now"), let time = Timestamp.parse(text) else {
            throw HTTPProblem.body(
                at: object.place(of: "now"), detail: "write your time, such as 2026-11-20T09:00:00Z, as \"now\"")
        }
        return .json(["now": .of(try await housekeeping.confirmClock(time, by: context.principal))])
    }
}
