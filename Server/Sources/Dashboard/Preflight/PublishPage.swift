import AirworthyPolicy
import ControlPlane
import Foundation

extension Dashboard {
    /// The page that shows the effect of a draft, and the actions of its forms.
    var publishRoutes: [PageRoute] {
        let path = "/apps/{app}/publish/{draft}"
        return [
            .page(path) { try await publishPage(of: try await draft(for: $0), for: $0) },
            .action(path, right: .publish) { try await publish(for: $0) },
            .action("\(path)/merge", right: .publish) { try await merge(for: $0) },
            .action("\(path)/delete", right: .publish, isQuick: true) { try await delete(for: $0) },
        ]
    }

    private func draft(for request: PageRequest) async throws -> DraftRecord {
        try await plane.drafts.draft(request.parameters["draft"] ?? "", of: request.app)
    }

    private func publish(for request: PageRequest) async throws -> PageAnswer {
        let record = try await draft(for: request)
        var form = PublishModel.Form(
            note: request.form.raw("note"), reason: request.form.raw("reason") ?? "",
            confirmation: request.form.raw("confirm") ?? "")
        guard let edit = Self.edit(in: request.form) else {
            // Without it the text of somebody else could be published unseen.
            form.problem =
                "The form did not say which save of the draft it was made from. Look at the effect below, then publish."
            return try await publishPage(of: record, for: request, form: form, status: 422)
        }
        let preflight = try await preflight(record.text, for: request.app)
        if case .success(let preflight) = preflight {
            if let confirmation = PublishModel.confirmation(for: preflight),
                Self.number(in: form.confirmation) != confirmation.number
            {
                form.confirmationProblem = "Type \(Figure.whole(confirmation.number)), or change the draft."
            }
            if preflight.isRefused, request.form["reason"] == nil {
                form.reasonProblem = "Say why it is published with errors, or correct them."
            }
        }
        guard form.confirmationProblem == nil, form.reasonProblem == nil else {
            return try await publishPage(of: record, for: request, form: form, preflight: preflight, status: 422)
        }
        do {
            _ = try await plane.drafts.publish(
                record.draft.id, of: request.app, expecting: edit, note: form.note, forced: form.reason,
                by: request.principal)
            return .see(Place.history.path(of: request.app) + "?done=published")
        } catch let error as ControlPlaneError {
            switch error.kind {
            case .notFound, .gone, .forbidden: throw error
            case .preconditionFailed:
                form.problem = Words.sentence(error.detail)
                return try await publishPage(of: try await draft(for: request), for: request, form: form, status: 409)
            case .invalid where error.pointer == "/note": form.noteProblem = Words.sentence(error.detail)
            case .invalid where error.pointer == "/force": form.reasonProblem = Words.sentence(error.detail)
            default: form.problem = Words.sentence(error.detail)
            }
            return try await publishPage(of: record, for: request, form: form, preflight: preflight, status: 422)
        }
    }

    /// Saves the changes of the draft and of the policy in force together, if they fit.
    private func merge(for request: PageRequest) async throws -> PageAnswer {
        let record = try await draft(for: request)
        let standing = try await plane.drafts.comparison(of: record)
        var form = PublishModel.Form()
        guard let edit = Self.edit(in: request.form), let current = standing.current,
            request.form["version"] == "\(current.version)", let merged = standing.comparison?.merged
        else {
            form.problem =
                "Somebody published or saved meanwhile, so nothing was changed. Look at the differences again."
            return try await publishPage(of: record, for: request, form: form, status: 409)
        }
        do {
            _ = try await plane.drafts.save(
                record.draft.id, of: request.app, with: .init(text: merged, base: current.version), expecting: edit,
                by: request.principal)
            return .see(PublishModel.path(of: record.draft) + "?done=merged")
        } catch let error as ControlPlaneError where error.kind == .preconditionFailed || error.kind == .tooLarge {
            form.problem = Words.sentence(error.detail)
            return try await publishPage(of: try await draft(for: request), for: request, form: form, status: 409)
        }
    }

    private func delete(for request: PageRequest) async throws -> PageAnswer {
        let record = try await draft(for: request)
        do {
            guard let edit = Self.edit(in: request.form) else {
                throw ControlPlaneError(
                    .preconditionFailed, detail: "the form did not say which save of the draft it was made from")
            }
            try await plane.drafts.delete(
                record.draft.id, of: request.app, expecting: edit, by: request.principal)
            return .see(Place.overview.path(of: request.app) + "?done=deleted")
        } catch let error as ControlPlaneError where error.kind == .preconditionFailed {
            let form = PublishModel.Form(problem: Words.sentence(error.detail))
            return try await publishPage(of: try await draft(for: request), for: request, form: form, status: 409)
        }
    }

    private func publishPage(
        of record: DraftRecord, for request: PageRequest, form: PublishModel.Form = PublishModel.Form(),
        preflight known: Result<PublishingService.Preflight, ControlPlaneError>? = nil, status: Int = 200
    ) async throws -> PageAnswer {
        let app = try plane.served.app(request.app).app
        let preflight: Result<PublishingService.Preflight, ControlPlaneError> =
            if let known { known } else { try await preflight(record.text, for: request.app) }
        let model = PublishModel(
            record, standing: try await plane.drafts.comparison(of: record), preflight: preflight,
            mayPublish: request.principal.rights.contains(.publish), form: form, now: now())
        return try page(
            model, template: "publish", title: "Publish", at: .policy, of: app, for: request, status: status)
    }

    private static func edit(in form: FormFields) -> Int? { form["edit"].flatMap(Int.init) }

    /// Returns the number that somebody typed, however they grouped its digits.
    private static func number(in text: String) -> Int? {
        let digits = text.filter { !$0.isWhitespace && $0 != "," && $0 != "." && $0 != "'" && $0 != "’" }
        return Int(digits)
    }
}
