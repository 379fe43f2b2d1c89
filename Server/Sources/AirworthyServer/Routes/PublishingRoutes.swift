import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Hummingbird

/// The admin routes that publish, check and roll back policies and manifests.
struct PublishingRoutes: Sendable {
    let publishing: PublishingService
    let work: AdminWork

    @Sendable func current(_ request: Request, context: AdminContext) async throws -> Response {
        try await publishing.currentPolicy(of: context.slug).response(to: request)
    }

    @Sendable func publish(_ request: Request, context: AdminContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ImpactLimits.parameters.union(["note", "force"]))
        let (note, reason) = (try query.note, try query.freeText("force", limit: InputText.longestNote))
        let limits = try query.limits
        let expected = try await precondition(of: request, app: context.slug)
        return try await work.run(on: request, context: context) { text in
            try await publishing.publish(
                text, to: context.slug, expecting: expected, note: note, forced: reason, within: limits,
                by: context.principal
            ).response
        }
    }

    @Sendable func preflight(_ request: Request, context: AdminContext) async throws -> Response {
        let days = try request.countedDays
        return try await work.run(on: request, context: context) { text in
            .json(try await publishing.preflight(text, for: context.slug, days: days).jsonValue)
        }
    }

    @Sendable func preflightSigned(_ request: Request, context: AdminContext) async throws -> Response {
        let days = try request.countedDays
        return try await work.run(on: request, context: context) { envelope in
            let impact = try await publishing.preflightEnvelope(envelope, for: context.slug, days: days)
            return .json(["impact": impact.jsonValue])
        }
    }

    @Sendable func publishSigned(_ request: Request, context: AdminContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ImpactLimits.parameters.union(["note"]))
        let (note, limits) = (try query.note, try query.limits)
        let expected = try await request.precondition { try await publishing.currentManifestDigest(of: context.slug) }
        return try await work.run(on: request, context: context) { envelope in
            try await publishing.publishEnvelope(
                envelope, to: context.slug, expecting: expected, note: note, within: limits, by: context.principal
            ).response
        }
    }

    @Sendable func rollback(_ request: Request, context: AdminContext) async throws -> Response {
        try await work.run(for: context.caller) {
            let object = try await request.object(
                upTo: context.longestBody, known: ["policyVersion", "revision", "note"])
            let note = try object.freeText("note", limit: InputText.longestNote)
            return (try await precondition(of: request, app: context.slug), try Self.rollbackTarget(in: object), note)
        } work: { expected, target, note in
            try await publishing.rollback(
                context.slug, to: target, expecting: expected, note: note, by: context.principal
            ).response
        }
    }

    @Sendable func bump(_ request: Request, context: AdminContext) async throws -> Response {
        try await work.run(for: context.caller) {
            try await request.object(upTo: context.longestBody, known: ["atLeast"]).requiredNumber("atLeast")
        } work: { number in
            try await publishing.bump(context.slug, atLeast: number, by: context.principal).response
        }
    }

    private func precondition(of request: Request, app: String) async throws -> Precondition {
        try await request.precondition {
            do {
                return try await publishing.currentPolicy(of: app).entityTag
            } catch let error as ControlPlaneError where error.kind == .nothingPublished {
                return nil
            }
        }
    }

    private static func rollbackTarget(in object: InputObject) throws(HTTPProblem) -> PublishingService.Target {
        switch (object["policyVersion"] != nil, object["revision"] != nil) {
        case (true, false): return .policyVersion(try object.requiredNumber("policyVersion"))
        case (false, true): return .revision(try object.requiredNumber("revision"))
        default: throw .body(at: "", detail: "name the version to restore: either \"policyVersion\" or \"revision\"")
        }
    }
}

extension ImpactLimits {
    /// The names of the query parameters of ``QueryParameters/limits``.
    static let parameters: Set<String> = [Name.maxBlocked.rawValue, Name.maxStuck.rawValue, "days"]
}

extension QueryParameters {
    fileprivate var note: String? {
        get throws(HTTPProblem) { try freeText("note", limit: InputText.longestNote) }
    }

    var limits: ImpactLimits {
        get throws(HTTPProblem) {
            ImpactLimits(
                maxBlocked: try share(.maxBlocked), maxStuck: try share(.maxStuck), days: try countedDays)
        }
    }

    /// The number of days whose check-ins count in a forecast.
    fileprivate var countedDays: Int {
        get throws(HTTPProblem) {
            try wholeNumber("days", in: AdoptionService.countedDays) ?? AdoptionLimit.usualDays
        }
    }

    private func share(_ name: ImpactLimits.Name) throws(HTTPProblem) -> ImpactLimits.Share? {
        guard let text = self[name.rawValue] else { return nil }
        guard let share = ImpactLimits.Share(text) else {
            throw .parameter(name.rawValue, detail: "write per cent of all installations, 0 to 100, such as 0.1")
        }
        return share
    }
}

extension Request {
    /// The number of days of a preflight whose only parameter it is.
    var countedDays: Int {
        get throws(HTTPProblem) { try QueryParameters(uri.query, known: ["days"]).countedDays }
    }
}

extension PolicyRecord {
    /// Returns the text of the policy with its entity tag and version, or 304 if the caller has it.
    func response(to request: Request) -> Response {
        let fields: HTTPFields = [.eTag: "\"\(summary.entityTag)\"", .policyVersion: String(summary.version)]
        guard !request.matchesEntityTag(summary.entityTag) else { return .empty(.notModified, headers: fields) }
        return .json(text, headers: fields)
    }
}

extension ManifestRecord {
    var members: JSONObject {
        [
            "revision": .of(revision), "policyVersion": .of(policyVersion), "digest": .string(digest),
            "cause": .string(cause.rawValue), "issuedAt": .of(issuedAt), "expiresAt": .of(expiresAt),
            "size": .of(size), "author": .string(author), "note": .of(note),
        ]
    }
}

extension Publication {
    var jsonValue: JSONValue {
        var object = manifest.members
        object["new"] = .bool(isNew)
        object["policyTag"] = .of(entityTag)
        object["findings"] = findings.listing
        if let impact { object["impact"] = impact }
        return .object(object)
    }

    /// The response: 201 for a new revision, 200 for a repeated request.
    var response: Response {
        .json(
            jsonValue, status: isNew ? .created : .ok, headers: entityTag.map { [.eTag: "\"\($0)\""] } ?? [:])
    }
}

extension PublishingService.Preflight {
    fileprivate var jsonValue: JSONValue {
        [
            "findings": findings.listing,
            "errors": .of(findings.total(.error)),
            "warnings": .of(findings.total(.warning)),
            "size": .of(size), "refused": .bool(isRefused), "changesNothing": .bool(changesNothing),
            "takesReleasesAlong": .bool(takesReleasesAlong),
            "basedOn": .of(basedOn), "diff": diff.jsonValue(listing: PolicyDiff.longestListing),
            "impact": impact.jsonValue,
        ]
    }
}
