import AirworthySupport
import AirworthyTrust
import ControlPlane
import Foundation
import ReleaseCatalog

extension Dashboard {
    var settingsRoutes: [PageRoute] {
        let change = SettingsForm.Section.allCases.map { section in
            PageRoute.action("/apps/{app}/settings/\(section.rawValue)", right: .apps) { request in
                try await changeSettings(section, request)
            }
        }
        return change + [
            .page("/apps/{app}/settings", isQuick: true) { request in
                let app = try await plane.apps.app(request.app)
                return try settings(request, app: app, form: SettingsForm(app))
            },
            .action("/apps/{app}/settings/remove", right: .apps) { request in
                let app = try await plane.apps.app(request.app)
                guard request.form["confirm"] == app.slug else {
                    var form = SettingsForm(app)
                    form.removalProblem = Words.typeName(of: app.slug, nothing: "removed")
                    return try settings(request, app: app, form: form, status: 422)
                }
                try await plane.apps.delete(app.slug, by: request.principal)
                return .see("\(Place.apps.path(of: nil))?done=app-removed")
            },
        ]
    }

    private func changeSettings(_ section: SettingsForm.Section, _ request: PageRequest) async throws -> PageAnswer {
        let before = try await plane.apps.app(request.app)
        var form = SettingsForm(before)
        form.fill(section, from: request.form)
        guard let change = form.change(section, of: before, confirmation: request.form["confirm"]) else {
            return try settings(request, app: before, form: form, status: 422)
        }
        guard let expected = request.form["expected"] else {
            form.problems[section] = "The form does not say which settings it saw. Open the page again."
            return try settings(request, app: before, form: form, status: 422)
        }
        do {
            let app = try await plane.apps.update(
                request.app, expecting: .matches([expected]), by: request.principal, change: change)
            let result = Self.result(from: before, to: app, served: try plane.served.app(request.app))
            return .see("\(Place.settings.path(of: request.app))?done=\(result)")
        } catch let error as ControlPlaneError {
            switch error.kind {
            case .notFound, .gone, .forbidden: throw error
            case .preconditionFailed:
                form.problems[section] =
                    "Nothing was changed, because somebody else changed the settings meanwhile. The other sections show what they are now; save again to change these."
                let app = try await plane.apps.app(request.app)
                var fresh = SettingsForm(app)
                fresh.fill(section, from: request.form)
                fresh.problems = form.problems
                return try settings(request, app: app, form: fresh, status: 409)
            default:
                form.problems[section] = Words.sentence(error.detail)
                return try settings(request, app: before, form: form, status: 422)
            }
        }
    }

    /// Returns the name of the sentence about a change.
    private static func result(from old: App, to new: App, served: ServedApp) -> String {
        guard new != old else { return "settings-unchanged" }
        if served.problem != nil { return "settings-problem" }
        let isSigned = new.settings(differingFrom: old).contains(where: \.isSigned)
        let isReissued = new.signing == .server && served.revision > 0 && isSigned
        return isReissued ? "settings-reissue" : "settings-saved"
    }

    private func settings(
        _ request: PageRequest, app: App, form: SettingsForm, status: Int = 200
    ) throws -> PageAnswer {
        let keys = request.principal.apps == nil ? surroundings.server().appleKeys : []
        let model = SettingsModel(
            app, form: form, signingProblem: plane.signer.problem(for: app), appleKeys: keys,
            publicURL: surroundings.publicURL, hasWebhookSecret: surroundings.hasWebhookSecret(app.slug),
            mayChange: request.principal.rights.contains(.apps), now: now())
        return try page(model, at: .settings, of: app, for: request, status: status)
    }
}

/// The content of the page of an app's settings.
struct SettingsModel: Sendable {
    /// A key that the app's builds trust.
    struct Pin: Sendable {
        let id: String
        let role: String
    }

    let slug: String
    let path: String
    let getPath: String
    let expected: String
    let signing: String
    let audience: String
    let lineage: String
    let created: Moment
    let form: SettingsForm.Fields
    let appProblem: String?
    let testFlightProblem: String?
    let pinsProblem: String?
    let removalProblem: String?
    let visibilities: [Choice]
    let notes: [Choice]
    let pins: [Pin]
    let signingProblem: String?
    /// The App Store Connect key of the app, in words.
    let appleKey: String
    let appleKeyTag: Tag?
    let webhookURL: String?
    let hasWebhookSecret: Bool
    let mayChange: Bool

    init(
        _ app: App, form: SettingsForm, signingProblem: String?, appleKeys: [AppleKeyRecord], publicURL: String?,
        hasWebhookSecret: Bool, mayChange: Bool, now: Date
    ) {
        slug = app.slug
        path = Place.settings.path(of: app.slug)
        getPath = "/get/\(PercentEncoding.encode(app.slug))"
        expected = app.entityTag
        signing = app.signing == .server ? "this server" : "CI"
        audience = app.audience
        lineage = app.lineage
        created = Moment(app.createdAt, now: now)
        self.form = form.fields
        appProblem = form.problems[.app]
        testFlightProblem = form.problems[.testflight]
        pinsProblem = form.problems[.pins]
        removalProblem = form.removalProblem
        visibilities = App.InternalBuilds.allCases.map {
            Choice(value: $0.rawValue, label: $0.words, isChosen: $0 == form.internalBuilds)
        }
        notes = App.TestFlightNotes.allCases.map {
            Choice(value: $0.rawValue, label: $0.words, isChosen: $0 == form.testFlightNotes)
        }
        pins = app.pins.map { Pin(id: $0.key.id, role: $0.role.rawValue) }
        self.signingProblem = signingProblem.map(Words.sentence)
        let known = appleKeys.first { key in app.appleKeyID.map { $0 == key.state.keyID } ?? true }
        appleKeyTag = known?.state.condition.words.tag
        appleKey =
            app.appleKeyID ?? known.map { "the first one, \($0.state.keyID)" }
            ?? "the server’s first one, if it has any"
        webhookURL = publicURL.map { "\($0)/hooks/app-store-connect/\(app.slug)" }
        self.hasWebhookSecret = hasWebhookSecret
        self.mayChange = mayChange
    }
}

extension App.InternalBuilds {
    var words: String {
        switch self {
        case .none: "nothing about TestFlight"
        case .facts: "versions, builds and dates; no names or links"
        case .full: "everything, to callers with a token"
        case .other(let word): word
        }
    }
}

extension App.TestFlightNotes {
    var words: String {
        switch self {
        case .none: "no notes"
        case .external: "notes of builds for external testers"
        case .all: "all notes"
        case .other(let word): word
        }
    }
}
