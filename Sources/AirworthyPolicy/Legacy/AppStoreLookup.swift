/// An answer of the App Store lookup, as Apple sends it, read as a catalog.
///
/// It speaks for the storefront that was asked, knows the newest version there, and knows no build numbers.
public enum AppStoreLookup {
    /// The source of offers read from an answer.
    public static let source = "lookup"

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - document: The root node.
    ///   - storefront: The storefront that was asked; `nil` if nobody knows, which is never read off a URL.
    ///   - bundleID: The bundle id of the app in question. Results for another one are left out.
    ///   - appleID: The Apple ID of the app in question. Results for another one are left out.
    /// - Returns: The catalog, or `nil` if this is no answer of the lookup, and the findings. An empty answer is an empty
    ///   catalog with a note: it means that nothing is known, not that there is no update.
    public static func read(
        _ document: DocumentNode, storefront: Storefront?, bundleID: String? = nil, appleID: Int? = nil
    ) -> (catalog: Catalog?, findings: [Finding]) {
        let reader = AppStoreLookupReader()
        let root = DocumentField(document)
        guard let object = reader.document.object(root, wanted: "an App Store lookup answer with \"results\"") else {
            return (nil, reader.findings.all)
        }
        let results = reader.document.required("results", in: object, help: "this is not an App Store lookup answer.") {
            reader.document.list($0, of: "results")
        }
        guard let results else { return (nil, reader.findings.all) }
        if results.isEmpty {
            reader.findings.report(
                "not-found", severity: .note, at: root,
                message:
                    "Not found in \(storefront.map { "storefront \($0)" } ?? "this storefront"): that is unknown, not \"no "
                    + "update\".")
        }
        let app = App(bundleID: bundleID, appleID: appleID)
        let releases = results.compactMap { reader.lookupResult($0, storefront, app) }
        return (Catalog(releases: releases), reader.findings.sorted)
    }

    /// Reads an answer from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: The body as it came. The caller limits the size.
    ///   - storefront: The storefront that was asked, if known.
    ///   - bundleID: The bundle id of the app in question.
    ///   - appleID: The Apple ID of the app in question.
    /// - Returns: The catalog, or `nil` with an error finding if the body is empty, a web page, or anything but an answer.
    public static func read(
        json bytes: some Collection<UInt8>, storefront: Storefront?, bundleID: String? = nil, appleID: Int? = nil
    ) -> (catalog: Catalog?, findings: [Finding]) {
        do throws(DocumentError) {
            let document = try JSONReader.read(bytes, options: JSONReader.Options(duplicateKeys: .keepFirst))
            return read(document, storefront: storefront, bundleID: bundleID, appleID: appleID)
        } catch {
            return (nil, [error.finding])
        }
    }

    /// What results are compared with.
    fileprivate struct App {
        let bundleID: String?
        let appleID: Int?
    }
}

private struct AppStoreLookupReader {
    let document = DocumentReader()
    private var values: ValueReader { ValueReader(document) }
    var findings: FindingCollector { document.findings }

    func lookupResult(
        _ field: DocumentField, _ storefront: Storefront?, _ app: AppStoreLookup.App
    ) -> Release? {
        guard case .object = field.node.value else {
            skip("wrong-type", field, "it is \(field.node.kindName), not an object.")
            return nil
        }
        let result = field.node.jsonValue
        let url = result["trackViewUrl"]?.stringValue
        let id =
            result["trackId"]?.intValue.flatMap { $0 > 0 ? $0 : nil } ?? url.flatMap { OpenableURL.appStoreID(in: $0) }
        guard isSame(result, id, app, field) else { return nil }
        guard let platform = platform(result, field), let version = lookupVersion("version", result, field) else {
            return nil
        }
        var minimumOS: AppVersion?
        if result["minimumOsVersion"].map({ !$0.isNull }) == true {
            // A minimum nobody can read might exclude everybody; without it the release would look open to all.
            minimumOS = lookupVersion("minimumOsVersion", result, field)
            guard minimumOS != nil else { return nil }
        }
        let notes = result["releaseNotes"]?.stringValue.flatMap { $0.isEmpty ? nil : LocalizedText($0) }
        let offer = Offer(
            channel: .appstore, storefronts: storefront.map { [$0] },
            // Never `releaseDate`, which is when the app first appeared.
            publishedAt: result["currentVersionReleaseDate"]?.stringValue.flatMap { Timestamp.parse($0) },
            url: id.map { "https://apps.apple.com/app/id\($0)" }, notes: notes, source: AppStoreLookup.source)
        return Release(platform: platform, version: version, minimumOS: minimumOS, offers: [offer])
    }

    /// Whether the result is about the app in question. What either side does not say is no difference.
    private func isSame(
        _ result: JSONValue, _ id: Int?, _ app: AppStoreLookup.App, _ field: DocumentField
    ) -> Bool {
        if let wanted = app.bundleID, let found = result["bundleId"]?.stringValue, found != wanted {
            skip("other-app", field, "it is for \(DocumentPath.quoted(found)), the policy is for \"\(wanted)\".")
            return false
        }
        if let wanted = app.appleID, let id, id != wanted {
            skip("other-app", field, "it is for Apple ID \(id), the policy is for \(wanted).")
            return false
        }
        return true
    }

    private func platform(_ result: JSONValue, _ field: DocumentField) -> Platform? {
        switch result["kind"]?.stringValue {
        case "mac-software": return .macos
        case "software": return .ios
        case let kind:
            // Without a kind, what the lookup calls software is for iOS; a song or a book is no release.
            let type = result["wrapperType"]?.stringValue
            if kind == nil, type == nil || type == "software" { return .ios }
            skip("not-software", field, "it is of kind \(DocumentPath.quoted(kind ?? type ?? "")), not an app.")
            return nil
        }
    }

    private func lookupVersion(_ key: String, _ result: JSONValue, _ field: DocumentField) -> AppVersion? {
        if let text = result[key]?.stringValue, let version = try? AppVersion(text) { return version }
        skip("bad-version", field, "its \"\(key)\" is missing or unreadable.")
        return nil
    }

    private func skip(_ code: String, _ field: DocumentField, _ reason: String) {
        findings.report(code, severity: .warning, at: field, message: "The result is left out: \(reason)")
    }
}
