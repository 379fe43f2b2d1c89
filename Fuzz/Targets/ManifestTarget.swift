import AirworthyPolicy

extension FuzzTarget {
    /// The tolerant reader of manifests.
    static let manifest = FuzzTarget(name: "manifest") { bytes in
        guard let manifest = try? ManifestReader.read(json: bytes) else { return }
        let written = manifest.jsonValue.jsonBytes()
        let read = try? ManifestReader.read(json: written)
        let again = expect(read, "a written manifest is read")
        check(again == manifest || hasFineFraction(bytes), "a written manifest is read as the same")
        check(again.jsonValue.jsonBytes() == written, "a manifest that is read again is written as the same")
        if let refreshEvery = manifest.refreshEvery {
            check((60...86_400).contains(refreshEvery), "the refresh interval is within its limits")
        }
        let (policy, findings) = PolicyReader.read(json: manifest.policy.jsonValue.jsonBytes())
        check((policy == nil) == hasError(findings), "a policy is given unless there is an error")
    }
}
