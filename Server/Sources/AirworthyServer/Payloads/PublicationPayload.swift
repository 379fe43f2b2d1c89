package import AirworthyPolicy
package import ControlPlane
package import Hummingbird

extension ManifestRecord {
    /// What is told of a revision everywhere.
    package var members: JSONObject {
        [
            "revision": .of(revision), "policyVersion": .of(policyVersion), "digest": .string(digest),
            "cause": .string(cause.rawValue), "issuedAt": .of(issuedAt), "expiresAt": .of(expiresAt),
            "size": .of(size), "author": .string(author), "note": .of(note),
        ]
    }
}

extension Publication {
    /// What came of a publish, in JSON.
    package var jsonValue: JSONValue {
        var object = manifest.members
        object["new"] = .bool(isNew)
        object["policyTag"] = .of(entityTag)
        object["findings"] = .array(findings.map(\.jsonValue))
        return .object(object)
    }

    /// The answer: 201 for a new revision, 200 for a retry, the policy's entity tag with both.
    package var response: Response {
        .json(
            jsonValue, status: isNew ? .created : .ok, headers: entityTag.map { [.eTag: "\"\($0)\""] } ?? [:])
    }
}

extension PublishingService.Preflight {
    /// What publishing would do, in JSON.
    package var jsonValue: JSONValue {
        [
            "findings": .array(findings.map(\.jsonValue)),
            "errors": .of(findings.count { $0.severity == .error }),
            "warnings": .of(findings.count { $0.severity == .warning }),
            "size": .of(size), "refused": .bool(isRefused), "changesNothing": .bool(changesNothing),
            "basedOn": .of(basedOn), "diff": diff.jsonValue,
        ]
    }
}

extension CatalogService.Receipt {
    /// What came of an import, in JSON.
    package var jsonValue: JSONValue {
        [
            "new": .bool(isNew), "digest": .string(record.digest), "asOf": .of(record.asOf),
            "releases": .of(CatalogReader.read(json: record.text).catalog?.releases.count),
            "publication": publication?.jsonValue ?? .null, "publishesAt": .of(publishesAt), "alert": .of(alert),
        ]
    }
}
