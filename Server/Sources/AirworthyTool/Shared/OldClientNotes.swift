import AirworthyAuthoring
import AirworthyPolicy
import Foundation

/// The notes about the rules of which clients that read a `config.json` hear nothing.
enum OldClientNotes {
    /// Returns a note for each rule that such clients do not hear of; none if they hear of no rule at all, because then
    /// nobody expects it.
    static func findings(of policy: Policy, catalog: Catalog = .empty, at now: Date) -> [Finding] {
        var policy = policy
        // The server adds the Apple ID of the app. Any will do, because only the rules matter here.
        policy.appleID = policy.appleID ?? 1
        let manifest = PreparedManifest(Manifest(policy: policy, catalog: catalog))
        let file = LegacyFormat.configJSON.writeForOldClients(manifest, at: now, needsRelease: false)
        guard let json = file.json, json["specific_versions"] != nil || json["minimum_version"] != "0" else {
            return []
        }
        return file.findings(of: policy, code: "old-clients", severity: .note) { rule in
            "Clients that read a config.json do not hear of the rule \"\(rule.rule)\". \(rule.reason)"
        }
    }

    /// Returns the notes as lines of the output of `publish`.
    static func lines(of text: [UInt8], at now: Date) -> [String] {
        guard let policy = PolicyReader.read(json: text).policy else { return [] }
        let notes = findings(of: policy, at: now)
        return notes.isEmpty ? [] : [""] + notes.map(\.message.printableLine)
    }
}

extension OldClientFile {
    /// Returns a finding, with a path into the policy that the file was written from, for each rule that the file
    /// leaves out.
    func findings(
        of policy: Policy, code: String, severity: Finding.Severity, message: (LeftOut) -> String
    ) -> [Finding] {
        leftOut.map { rule in
            let index = policy.rules.firstIndex { $0.id == rule.rule } ?? 0
            return Finding(code: code, severity: severity, path: "rules[\(index)]", message: message(rule))
        }
    }
}
