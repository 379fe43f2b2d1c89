extension Manifest {
    /// The manifest as delivered, without absent parts. The text of this value is signed: after signing, keep those bytes
    /// and never write them again.
    public var jsonValue: JSONValue {
        var writer = ObjectWriter()
        writer.add("schema", value: Self.currentSchema)
        writer.add("app", value: app)
        writer.add("audience", value: audience)
        writer.add("lineage", value: lineage)
        writer.add("revision", value: revision)
        writer.add("policyVersion", value: policyVersion)
        writer.add("issuedAt", value: issuedAt)
        writer.add("refreshEvery", value: refreshEvery)
        writer.add("expiresAt", value: expiresAt)
        writer.add("bucketing", value: bucketing)
        writer.add("policy", value: policy.jsonValue)
        writer.add("catalog", value: catalog.jsonValue)
        return writer.value
    }
}
