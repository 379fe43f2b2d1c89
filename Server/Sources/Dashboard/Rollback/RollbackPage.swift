import AirworthyPolicy
import ControlPlane
import Foundation

extension Dashboard {
    /// The page that asks whether to roll back, to the policy before the one in force unless the address names another, and the
    /// action of its form.
    var rollbackRoutes: [PageRoute] {
        [
            .page("/apps/{app}/rollback") { request in
                if request.query["to"] == nil, let base = try await currentPolicy(of: request.app)?.base, base > 0 {
                    return try await rollbackPage(to: base, for: request)
                }
                return try await rollbackPage(to: try Self.version(in: request.query), for: request)
            },
            .action("/apps/{app}/rollback", right: .publish) { try await rollBack(for: $0) },
        ]
    }

    private func rollBack(for request: PageRequest) async throws -> PageAnswer {
        let version = try Self.version(in: request.form)
        var form = RollbackModel.Form(note: request.form.raw("note") ?? "")
        guard let expected = request.form["expected"] else {
            // Without it somebody else's newer policy could be replaced unseen.
            form.problem =
                "The form did not say which policy it was made from. Look at the effect below, then roll back."
            return try await rollbackPage(to: version, for: request, form: form, status: 422)
        }
        do {
            _ = try await plane.publishing.rollback(
                request.app, to: .policyVersion(version), expecting: .matches([expected]), note: form.note,
                by: request.principal)
            return .see(Place.overview.path(of: request.app) + "?done=rolled-back")
        } catch let error as ControlPlaneError {
            switch error.kind {
            case .notFound, .gone, .forbidden: throw error
            case .preconditionFailed:
                return try await rollbackPage(to: version, for: request, form: form, seen: expected, status: 409)
            case .invalid where error.pointer == "/note":
                form.noteProblem = Words.sentence(error.detail)
            default: form.problem = Words.sentence(error.detail)
            }
            return try await rollbackPage(to: version, for: request, form: form, status: 422)
        }
    }

    private func rollbackPage(
        to version: Int, for request: PageRequest, form: RollbackModel.Form = RollbackModel.Form(),
        seen: String? = nil, status: Int = 200
    ) async throws -> PageAnswer {
        let app = try plane.served.app(request.app).app
        let target = try await plane.history.policy(request.app, version: version)
        let current = try await currentPolicy(of: request.app)
        let diff: PolicyDiff? =
            if let current { try await plane.history.diff(request.app, from: current.version, to: version) } else {
                nil
            }
        let model = RollbackModel(
            to: target, from: current, diff: diff, preflight: try await preflight(target.text, for: request.app),
            app: app,
            mayPublish: request.principal.rights.contains(.publish), form: form,
            conflict: seen.flatMap { ConflictModel(current: current, seen: $0, app: request.app, now: now()) },
            now: now())
        return try page(
            model, template: "rollback", title: "Roll back", at: .history, of: app, for: request, status: status)
    }

    /// Predicts the result of publishing a policy, or returns why there is no prediction.
    func preflight(
        _ text: [UInt8], for app: String
    ) async throws -> Result<PublishingService.Preflight, ControlPlaneError> {
        do {
            return .success(try await plane.publishing.preflight(text, for: app))
        } catch let error as ControlPlaneError where error.kind != .notFound && error.kind != .gone {
            return .failure(error)
        }
    }

    private static func version(in fields: FormFields) throws -> Int {
        guard let version = fields["to"].flatMap(Int.init), version > 0 else {
            throw PageError.notFound("The address names no policy to roll back to. Choose one in the history.")
        }
        return version
    }
}
