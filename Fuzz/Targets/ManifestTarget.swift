import AirworthyPolicy

extension FuzzTarget {
    /// The tolerant reader.
    static let manifest = FuzzTarget(name: "manifest") { bytes in
        guard let manifest = try? ManifestReader.read(json: bytes) else { return }
        let written = manifest.jsonValue.jsonBytes()
        let read = try? ManifestReader.read(json: written)
        let again = expect(read, "a written manifest is read")
        check(again == manifest || hasFineFraction(bytes), "a written manifest is read as the same")
        check(again.jsonValue.jsonBytes() == written, "a manifest read anew is written as the same")
        if let refreshEvery = manifest.refreshEvery {
            check((60...86_400).contains(refreshEvery), "a check is neither constant nor rare")
        }
        let (policy, findings) = PolicyReader.read(json: manifest.policy.jsonValue.jsonBytes())
        check((policy == nil) == hasError(findings), "a policy is given unless there is an error")
    }
}
