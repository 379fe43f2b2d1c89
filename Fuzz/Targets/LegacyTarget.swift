import AirworthyPolicy

extension FuzzTarget {
    /// The readers and writers of other formats. Every input goes through all of them: they tell fast what is not theirs.
    static let legacy = FuzzTarget(name: "legacy") { bytes in
        for format in LegacyFormat.allCases {
            for appleID in [nil, 6_504_763_618] {
                checkFormat(format, format.read(json: bytes, appleID: appleID), bytes)
            }
        }
        if let document = try? JSONReader.read(bytes, options: LegacyFormat.readerOptions) {
            _ = DocumentKind(of: document)
        }
    }

    private static func checkFormat(_ format: LegacyFormat, _ found: LegacyImport, _ bytes: [UInt8]) {
        check(
            (found.policy == nil) == hasError(found.findings), "a policy is given unless there is an error: \(format)")
        guard let policy = found.policy else { return }
        checkWritten(policy, isExact: !hasFineFraction(bytes))
        checkWritten(found.catalog, isExact: !hasFineFraction(bytes))
        for target in LegacyFormat.allCases where target.isWritable {
            let (json, findings) = target.write(policy, catalog: found.catalog)
            check((json == nil) == hasError(findings), "a file is written unless there is an error: \(target)")
            guard let json else { continue }
            let again = target.read(json: json.jsonBytes(), appleID: policy.appleID)
            let read = expect(again.policy, "a written file is read: \(target) \(again.findings) \(json.jsonText())")
            let (second, _) = target.write(read, catalog: again.catalog)
            check(second == json, "a file read anew is written as the same: \(target) \(json.jsonText())")
        }
    }
}
