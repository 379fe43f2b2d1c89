extension Manifest {
    /// The manifest as delivered, absent parts left out. The text of this value is what gets signed: once signed, keep
    /// those bytes and never write them anew.
    public var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("schema", Self.currentSchema)
        writer.add("app", app)
        writer.add("audience", audience)
        writer.add("lineage", lineage)
        writer.add("revision", revision)
        writer.add("policyVersion", policyVersion)
        writer.add("issuedAt", issuedAt)
        writer.add("refreshEvery", refreshEvery)
        writer.add("expiresAt", expiresAt)
        writer.add("bucketing", bucketing)
        writer.add("policy", policy.jsonValue)
        writer.add("catalog", catalog.jsonValue)
        return writer.value
    }
}
