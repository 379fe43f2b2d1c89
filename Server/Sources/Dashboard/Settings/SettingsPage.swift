import AirworthyFleet
import AirworthyPolicy
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
            webhooks: webhooks.record(of: app.slug), policy: (try? plane.served.app(app.slug).head)?.manifest.policy,
            counted: plane.fleet.known(app.slug),
            mayChange: request.principal.rights.contains(.apps), now: now())
        return try page(model, at: .settings, of: app, for: request, status: status)
    }
}

/// The content of the page of an app's settings.
struct SettingsModel: Sendable {
    /// An announcement of App Store Connect.
    struct Delivery: Sendable {
        let at: Moment
        let event: String
        let result: String
    }

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
    let deliveries: [Delivery]
    /// The sentence about refused announcements; `nil` without any.
    let refusals: String?
    let checkIns: String
    let policyPath: String
    let adoptionPath: String
    let mayChange: Bool

    init(
        _ app: App, form: SettingsForm, signingProblem: String?, appleKeys: [AppleKeyRecord], publicURL: String?,
        hasWebhookSecret: Bool, webhooks: WebhookLog.Record = .init(), policy: Policy? = nil,
        counted: FleetStates.State? = nil, mayChange: Bool, now: Date
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
        deliveries = webhooks.deliveries.map {
            Delivery(at: Moment($0.at, now: now), event: $0.event, result: $0.result)
        }
        refusals = webhooks.lastRefusal.map { date in
            "\(Figure.count(webhooks.refusals, "announcement was", plural: "announcements were")) refused, the last one "
                + "\(Moment.relative(to: date, from: now)): "
                + (hasWebhookSecret
                    ? "the signature did not fit the secret. Somebody else sent them, or the secret differs from the one in App Store Connect."
                    : "no secret is configured.")
        }
        checkIns = Self.checkInSentence(policy, counted: counted)
        policyPath = Place.policy.path(of: app.slug)
        adoptionPath = Place.adoption.path(of: app.slug)
        self.mayChange = mayChange
    }

    private static func checkInSentence(_ policy: Policy?, counted: FleetStates.State?) -> String {
        guard let policy else { return "They begin with the first policy." }
        guard policy.allowsCheckIns else { return "The policy turns them off, so nothing new is counted." }
        guard let counted, case .checkIns = counted.census.source, counted.impact.installations > 0 else {
            return "The policy allows them. None has been counted in the last \(AdoptionLimit.usualDays) days."
        }
        return
            "The policy allows them. \(Figure.count(counted.impact.installations, "installation")) checked in during the last "
            + "\(counted.census.days) days."
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
