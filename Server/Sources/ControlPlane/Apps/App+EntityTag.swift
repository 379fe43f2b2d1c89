import AirworthyPolicy
import AirworthyTrust

extension App {
    /// The entity tag of the settings that can change, without quotes. It stays the same when a policy is published.
    package var entityTag: String {
        let settings: [JSONValue] = [
            .string(bundleID), appleID.map { .number(JSONNumber($0)) } ?? .null,
            .array(platforms.map { .string($0.description) }), .string(defaultLanguage),
            .array(pins.map { .array([.string($0.key.id), .string($0.role.rawValue)]) }),
            .string(internalBuilds.rawValue), .string(testFlightNotes.rawValue),
            .array(storefronts.map { .string($0.code) }), appleKeyID.map(JSONValue.string) ?? .null,
        ]
        return String(ContentDigest.hex(JSONValue.array(settings).jsonBytes()).prefix(32))
    }
}
