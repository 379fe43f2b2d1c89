import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore

/// The admin routes that show which versions installations have, and import that from elsewhere.
struct AdoptionRoutes: Sendable {
    let adoption: AdoptionService
    let served: ServedApps
    let work: AdminWork

    /// `GET /v1/admin/apps/{app}/adoption`
    @Sendable func census(_ request: Request, context: Authorized<CanRead>) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["days", "format"])
        let days = try query.wholeNumber("days", in: AdoptionService.countedDays) ?? PublishingService.usualDays
        let format = query["format"] ?? "json"
        guard ["json", "csv"].contains(format) else {
            throw HTTPProblem.parameter("format", detail: "expected json or csv")
        }
        let census = try await adoption.census(context.slug, days: days)
        if format == "json" { return .json(census.jsonValue) }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8; header=present", .cacheControl: CacheControl.never.rawValue,
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: census.csv)))
    }

    /// `PUT /v1/admin/apps/{app}/adoption/import`
    @Sendable func replaceImport(_ request: Request, context: Authorized<CanManageCatalogs>) async throws -> Response {
        let (slug, principal) = (context.slug, context.principal)
        let app = try served.app(slug).app
        return try await work.run(for: context.caller) {
            try await request.jsonBytes(upTo: BodyLimit.admin)
        } work: { [adoption] body in
            let object = try InputObject(try InputObject.parse(body), known: AdoptionImportInput.members)
            let (origin, rows) = try AdoptionImportInput.read(object, for: app)
            return .json(try await adoption.replaceImport(rows, origin: origin, for: slug, by: principal).jsonValue)
        }
    }

    /// `DELETE /v1/admin/apps/{app}/adoption/import`
    @Sendable func removeImport(_ request: Request, context: Authorized<CanManageCatalogs>) async throws -> Response {
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

extension AdoptionService.Census {
    fileprivate var jsonValue: JSONValue {
        var members: JSONObject = [
            "days": .of(days), "asOf": .of(asOf), "source": .string(source.name), "installations": .of(installations),
            "cells": .array(
                rows.map { row in
                    let cell = row.cell
                    return [
                        "platform": .string(cell.platform), "version": .string(cell.version),
                        "build": .string(cell.build), "channel": .string(cell.channel), "os": .string(cell.os),
                        "storefront": .string(cell.storefront), "count": .of(row.count),
                    ]
                }),
        ]
        members["origin"] = origin.map(JSONValue.string)
        members["importedAt"] = importedAt.map { .of($0) }
        return .object(members)
    }

    /// A table that `airworthy simulate` reads, without installations of an unknown version. No value needs quotes.
    fileprivate var csv: String {
        let lines = rows.filter { !$0.cell.version.isEmpty }.map { row in
            let cell = row.cell
            return [
                cell.platform, cell.version, cell.build, cell.channel, cell.os, cell.storefront, String(row.count),
            ].joined(separator: ",")
        }
        return (["platform,version,build,channel,os,storefront,count"] + lines).map { $0 + "\n" }.joined()
    }
}
