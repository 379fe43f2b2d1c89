import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore

/// The admin route that shows which versions installations have.
struct AdoptionRoutes: Sendable {
    private static let usualDays = 28

    let adoption: AdoptionService

    /// `GET /v1/admin/apps/{app}/adoption`
    @Sendable func census(_ request: Request, context: Authorized<CanRead>) async throws -> Response {
        let query = try QueryParameters(request.uri.query, known: ["days", "format"])
        let days = try query.wholeNumber("days", in: AdoptionService.readableDays) ?? Self.usualDays
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
}

extension AdoptionService.Census {
    fileprivate var jsonValue: JSONValue {
        [
            "days": .of(days), "asOf": .of(asOf), "source": .string(rows.isEmpty ? "none" : "checkIns"),
            "installations": .of(installations),
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
