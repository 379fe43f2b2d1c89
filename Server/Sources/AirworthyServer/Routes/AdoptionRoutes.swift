import AirworthyPolicy
import ControlPlane
import Hummingbird

/// The admin routes that show which versions installations have, and import that from elsewhere.
struct AdoptionRoutes: Sendable {
    let adoption: AdoptionService
    let served: ServedApps
    let work: AdminWork

    @Sendable func census(_ request: Request, context: AdminContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["days", "format", "by"])
        let days = try query.wholeNumber("days", in: AdoptionService.countedDays) ?? AdoptionLimit.usualDays
        guard let format = CensusText.Format(rawValue: query["format"] ?? "json") else {
            throw HTTPProblem.parameter("format", detail: "expected json or csv")
        }
        let facts = try Self.facts(query["by"])
        return try await work.run(for: context.caller) {
            let census = try await adoption.census(context.slug, days: days, by: facts)
            return try CensusText(census, of: facts, as: format).response()
        }
    }

    @Sendable func activity(_ request: Request, context: AdminContext) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["days"])
        let days = try query.wholeNumber("days", in: AdoptionService.chartDays) ?? AdoptionLimit.usualDays
        return try await work.run(for: context.caller) {
            .json(try await adoption.activity(context.slug, days: days).jsonValue)
        }
    }

    /// Reads facts with commas between them; all without a text. In their usual order, each once.
    private static func facts(_ text: String?) throws(HTTPProblem) -> [AdoptionCell.Fact] {
        guard let text else { return AdoptionCell.Fact.allCases }
        let asked = text.split(separator: ",", omittingEmptySubsequences: false).map {
            AdoptionCell.Fact(rawValue: String($0))
        }
        guard !asked.contains(nil) else {
            let names = AdoptionCell.Fact.allCases.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem.parameter("by", detail: "write some of \(names), with commas between them")
        }
        return AdoptionCell.Fact.allCases.filter { asked.contains($0) }
    }

    @Sendable func replaceImport(_ request: Request, context: AdminContext) async throws -> Response {
        let app = try served.app(context.slug).app
        return try await work.run(on: request, context: context) { body in
            let object = try InputObject(try InputObject.parse(body), known: AdoptionImportInput.members)
            let (origin, rows) = try AdoptionImportInput.read(object, for: app)
            let stored = try await adoption.replaceImport(
                rows, origin: origin, for: context.slug, by: context.principal)
            return .json(stored.jsonValue)
        }
    }

    @Sendable func removeImport(_ request: Request, context: AdminContext) async throws -> Response {
        .json(["removed": .bool(try await adoption.removeImport(of: context.slug, by: context.principal))])
    }
}

extension AdoptionImport {
    fileprivate var jsonValue: JSONValue {
        [
            "origin": .string(origin), "importedAt": .of(importedAt), "installations": .of(installations),
            "cells": .of(rows.count),
        ]
    }
}

extension AdoptionActivity {
    fileprivate var jsonValue: JSONValue {
        let counts = versions.map { count -> JSONValue in
            [
                "day": .string(count.day.text), "version": .string(count.version), "channel": .string(count.channel),
                "count": .of(count.count),
            ]
        }
        return ["days": .of(days), "asOf": .of(asOf), "versions": .array(counts)]
    }
}
