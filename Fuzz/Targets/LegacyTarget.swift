import AirworthyAuthoring
import AirworthyPolicy

extension FuzzTarget {
    /// The readers and writers of other formats. Every input is read as each format.
    static let legacy = FuzzTarget(name: "legacy") { bytes in
        for format in LegacyFormat.allCases {
            for appleID in [nil, 6_504_763_618] {
                checkFormat(format, imported: format.read(json: bytes, appleID: appleID), bytes: bytes)
            }
        }
        if let document = try? JSONReader.read(bytes, options: LegacyFormat.readerOptions) {
            _ = DocumentKind(of: document)
        }
    }

    private static func checkFormat(_ format: LegacyFormat, imported found: LegacyImport, bytes: [UInt8]) {
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
            check(second == json, "a file that is read again is written as the same: \(target) \(json.jsonText())")
        }
    }
}
