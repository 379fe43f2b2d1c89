import AirworthyPolicy
import ControlPlane
import Foundation
import HTTPTypes
import Hummingbird
import ReleaseCatalog

/// The admin routes that import, synchronise and correct catalogs.
struct CatalogRoutes: Sendable {
    let catalogs: CatalogService
    let served: ServedApps
    let sync: CatalogSync
    let work: AdminWork
    let now: @Sendable () -> Date

    @Sendable func stored(_ request: Request, context: AdminContext) async throws -> Response {
        let record = try await catalogs.storedCatalog(of: context.slug)
        let fields: HTTPFields = [.eTag: "\"\(record.digest)\""]
        return request.matchesEntityTag(record.digest)
            ? .empty(.notModified, headers: fields) : .json(record.text, headers: fields)
    }

    @Sendable func imported(_ request: Request, context: AdminContext) async throws -> Response {
        .json(try await catalogs.importedCatalog(of: context.slug))
    }

    @Sendable func replace(_ request: Request, context: AdminContext) async throws -> Response {
        let (app, principal) = (context.slug, context.principal)
        let expected = try await request.precondition { [catalogs] in
            do {
                return try await catalogs.storedCatalog(of: app).digest
            } catch let error as ControlPlaneError where error.kind == .catalogNotLearnt {
                return nil
            }
        }
        return try await work.run(on: request, context: context) { [catalogs] text in
            try await catalogs.importCatalog(text, for: app, expecting: expected, by: principal).response
        }
    }

    @Sendable func preflight(_ request: Request, context: AdminContext) async throws -> Response {
        let (app, days) = (context.slug, try request.countedDays)
        return try await work.run(on: request, context: context) { [catalogs] text in
            .json(try await catalogs.preflight(text, for: app, days: days).jsonValue)
        }
    }

    @Sendable func sources(_ request: Request, context: AdminContext) async throws -> Response {
        let slug = context.slug
        var members = try sources(of: slug)
        members["waiting"] = try await catalogs.publishedCatalog(of: slug).waiting?.jsonValue ?? .null
        return .json(.object(members))
    }

    @Sendable func sync(_ request: Request, context: AdminContext) async throws -> Response {
        try request.requireJSONContentType()
        let slug = context.slug
        let before = try await catalogs.publishedCatalog(of: slug)
        let report = try await sync.sync(slug)
        let after = try await catalogs.publishedCatalog(of: slug)
        var members = try sources(of: slug)
        members["published"] = after.jsonValue(since: before)
        members["waiting"] = after.waiting?.jsonValue ?? .null
        members["complete"] = .bool(report.isComplete)
        members["outcomes"] = .array(
            report.outcomes.sorted { $0.key < $1.key }.map { source, outcome in outcome.jsonValue(of: source) })
        if report.isForwarded { members["forwarded"] = true }
        return .json(.object(members), status: report.isForwarded ? .accepted : .ok)
    }

    @Sendable func publish(_ request: Request, context: AdminContext) async throws -> Response {
        try request.requireJSONContentType()
        let (app, principal) = (context.slug, context.principal)
        return try await work.run(for: context.caller) { [catalogs] in
            let before = try await catalogs.publishedCatalog(of: app)
            let publication = try await catalogs.publishWaiting(of: app, by: principal)
            let after = try await catalogs.publishedCatalog(of: app)
            return .json([
                "publication": publication?.jsonValue ?? .null, "published": after.jsonValue(since: before),
            ])
        }
    }

    @Sendable func withdraw(_ request: Request, context: AdminContext) async throws -> Response {
        let (app, principal) = (context.slug, context.principal)
        return try await work.run(for: context.caller) {
            let object = try await request.object(upTo: context.longestBody, known: WithdrawalInput.members)
            return try WithdrawalInput.order(object, for: try served.app(app).app)
        } work: { [catalogs] order in
            try await catalogs.apply(order, to: app, by: principal).response
        }
    }

    @Sendable func preflightWithdrawal(_ request: Request, context: AdminContext) async throws -> Response {
        let (app, days) = (context.slug, try request.countedDays)
        return try await work.run(for: context.caller) {
            let object = try await request.object(upTo: context.longestBody, known: WithdrawalInput.members)
            return try WithdrawalInput.order(object, for: try served.app(app).app)
        } work: { [catalogs] order in
            .json(try await catalogs.preflight(order, for: app, days: days).jsonValue)
        }
    }

    @Sendable func reset(_ request: Request, context: AdminContext) async throws -> Response {
        try request.requireJSONContentType()
        let (app, principal) = (context.slug, context.principal)
        return try await work.run(for: context.caller) { [catalogs] in
            try await catalogs.apply(.reset, to: app, by: principal).response
        }
    }

    private func sources(of slug: String) throws -> JSONObject {
        CatalogSourcesPayload(of: try served.app(slug), sync: sync, at: now()).members
    }
}

/// The body of a request that withdraws releases.
enum WithdrawalInput {
    static let members = ["platform", "version", "build"]

    /// Reads a withdrawal; the default platform is the app's first.
    /// - Throws: ``HTTPProblem`` 400 with a pointer.
    static func order(_ object: InputObject, for app: App) throws(HTTPProblem) -> OperatorOrder {
        let version = try object.required("version", value: try object.version("version", parse: AppVersion.init(_:)))
        let platform = try object.platform(of: app) ?? app.defaultPlatform
        let build = try object.version("build", parse: BuildNumber.init(_:))
        return .withdraw(version, build: build, platform: platform)
    }
}

extension CatalogService.Receipt {
    fileprivate var response: Response {
        let value: JSONValue = [
            "new": .bool(isNew), "digest": .string(record.digest), "asOf": .of(record.asOf),
            "releases": .of(CatalogReader.read(json: record.text).catalog?.releases.count),
            "publication": publication?.jsonValue ?? .null, "publishesAt": .of(publishesAt),
            "unpublished": .of(unpublished?.rawValue), "alert": .of(alert),
        ]
        return .json(value, headers: [.eTag: "\"\(record.digest)\""])
    }
}

extension PublishedCatalog {
    /// The revision in force and its changes since an earlier state; `null` without a new revision.
    fileprivate func jsonValue(since earlier: PublishedCatalog) -> JSONValue {
        guard let change = change(since: earlier) else { return .null }
        return .object(["revision": .of(revision), "removed": change.removedJSON, "added": change.addedJSON])
    }
}

extension PublishedCatalog.Waiting {
    fileprivate var jsonValue: JSONValue {
        ["publishesAt": .of(publishesAt), "removed": change.removedJSON, "added": change.addedJSON]
    }
}

extension AvailabilityChange {
    fileprivate var removedJSON: JSONValue { .array(removed.map(\.jsonValue)) }
    fileprivate var addedJSON: JSONValue { .array(added.map(\.jsonValue)) }
}

extension AvailabilityChange.Item {
    fileprivate var jsonValue: JSONValue {
        [
            "platform": .string(platform.description), "version": .string(release.version.description),
            "build": .of(release.build?.description), "channel": .string(channel.description), "whole": .bool(isWhole),
        ]
    }
}

extension CatalogService.Preflight {
    fileprivate var jsonValue: JSONValue {
        [
            "changesNothing": .bool(changesNothing), "basedOn": .of(basedOn),
            "diff": diff.jsonValue(listing: PolicyDiff.longestListing),
            "catalog": (try? JSONReader.read(record.text).jsonValue) ?? .null, "impact": impact?.jsonValue ?? .null,
        ]
    }
}

extension SyncReport.Outcome {
    fileprivate func jsonValue(of source: CatalogSource) -> JSONValue {
        let (outcome, problem): (String, String?) =
            switch self {
            case .learnt: ("learnt", nil)
            case .nothingKnown: ("nothing-known", nil)
            case .failed(let reason): ("failed", reason)
            }
        return ["name": .string(source.description), "outcome": .string(outcome), "problem": .of(problem)]
    }
}
