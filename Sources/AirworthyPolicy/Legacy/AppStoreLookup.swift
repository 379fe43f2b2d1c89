/// A response of the App Store lookup, as Apple sends it, read as a catalog.
///
/// A response covers one storefront. It contains the newest version there, without its build number.
///
/// ```swift
/// let (catalog, findings) = AppStoreLookup.read(json: bytes, storefront: Storefront("JP"), appleID: 42)
/// let manifest = Manifest(policy: policy, catalog: catalog ?? .empty)
/// ```
public enum AppStoreLookup {
    /// The source of offers that come from the lookup.
    public static let source = "lookup"
    /// The hours for which responses may name an older version than the newest one, because Apple's caches have data of different ages.
    ///
    /// Client and server believe a lower version only after responses have named it for as long.
    public static let longestLag = 72

    /// Returns the value of the parameter `entity` for the apps of a platform.
    ///
    /// Of an app for several platforms that share an Apple ID, a lookup without it describes the iPhone app only.
    /// - Parameter platform: The platform.
    /// - Returns: The value, such as `desktopSoftware`; `nil` if no parameter is needed.
    public static func entity(for platform: Platform) -> String? {
        switch platform {
        case .macos: "desktopSoftware"
        case .tvos: "tvSoftware"
        case .ios, .watchos, .visionos, .android, .other: nil
        }
    }

    /// Reads a response.
    ///
    /// - Parameters:
    ///   - document: The root node.
    ///   - storefront: The storefront of the request; `nil` if unknown. It is never derived from a URL.
    ///   - bundleID: The bundle id of the app. Results for other apps are left out.
    ///   - appleID: The Apple ID of the app. Results for other apps are left out.
    ///   - platform: The platform that was asked for: `.tvos` with `entity=tvSoftware`. Results for the Mac say so themselves.
    ///   - device: The device, by its name in `supportedDevices`, e.g. `iPhone8`. A release that lists its devices without this one is left
    ///     out; `nil` counts each release.
    /// - Returns: The catalog, or `nil` if this is not a lookup response, and the findings. An empty response gives an
    ///   empty catalog with a note: the newest release is unknown, which does not mean that there is no update.
    public static func read(
        _ document: DocumentNode, storefront: Storefront?, bundleID: String? = nil, appleID: Int? = nil,
        platform: Platform = .ios, device: String? = nil
    ) -> (catalog: Catalog?, findings: [Finding]) {
        let reader = LookupReader(
            storefront: storefront, bundleID: bundleID, appleID: appleID, isForTV: platform == .tvos, device: device)
        return (reader.catalog(DocumentField(document)), reader.document.findings.sorted)
    }

    /// Reads the bytes of a response.
    ///
    /// - Parameters:
    ///   - bytes: The response body. The caller limits its size.
    ///   - storefront: The storefront of the request, if known.
    ///   - bundleID: The bundle id of the app.
    ///   - appleID: The Apple ID of the app.
    ///   - platform: The platform that was asked for.
    ///   - device: The device, by its name in `supportedDevices`.
    /// - Returns: The catalog, or `nil` with an error if the body is empty, a web page, or not a lookup response.
    public static func read(
        json bytes: some Collection<UInt8>, storefront: Storefront?, bundleID: String? = nil, appleID: Int? = nil,
        platform: Platform = .ios, device: String? = nil
    ) -> (catalog: Catalog?, findings: [Finding]) {
        do throws(DocumentError) {
            let document = try JSONReader.read(bytes, options: JSONReader.Options(duplicateKeys: .keepFirst))
            return read(
                document, storefront: storefront, bundleID: bundleID, appleID: appleID, platform: platform,
                device: device)
        } catch {
            return (nil, [error.finding])
        }
    }
}

private struct LookupReader {
    let document = DocumentReader()
    let storefront: Storefront?
    let bundleID: String?
    let appleID: Int?
    /// Whether apps for the Apple TV were asked for, of which Apple documents no kind.
    let isForTV: Bool
    /// The device, by its name in `supportedDevices`.
    let device: String?

    func catalog(_ root: DocumentField) -> Catalog? {
        guard let object = document.object(root, wanted: "an App Store lookup answer with \"results\"") else {
            return nil
        }
        let results = document.required("results", in: object, help: "this is not an App Store lookup answer.") {
            document.list($0, of: "results")
        }
        guard let results else { return nil }
        if results.isEmpty {
            let place = storefront.map { "storefront \($0)" } ?? "this storefront"
            document.findings.report(
                "not-found", severity: .note, at: root,
                message: "Not found in \(place): the newest release is unknown, which does not mean \"no update\".")
        }
        return Catalog(releases: results.compactMap(release))
    }

    private func release(_ field: DocumentField) -> Release? {
        guard case .object = field.node.value else {
            skip(field, code: "wrong-type", because: "it is \(field.node.kindName), not an object.")
            return nil
        }
        let result = field.node.jsonValue
        let url = result["trackViewUrl"]?.stringValue
        let id =
            result["trackId"]?.intValue.flatMap { $0 > 0 ? $0 : nil } ?? url.flatMap { OpenableURL.appStoreID(in: $0) }
        guard isSameApp(result, id: id, at: field), let platform = platform(result, at: field),
            let version = version("version", in: result, at: field), isForThisDevice(result, at: field)
        else { return nil }
        var minimumOS: AppVersion?
        if result["minimumOsVersion"].map({ !$0.isNull }) == true {
            // Leave out a release with an unreadable minimum: without it, the release would look installable everywhere.
            minimumOS = self.version("minimumOsVersion", in: result, at: field)
            guard minimumOS != nil else { return nil }
        }
        let notes = result["releaseNotes"]?.stringValue.flatMap { $0.isEmpty ? nil : LocalizedText($0) }
        let offer = Offer(
            channel: .appstore, storefronts: storefront.map { [$0] },
            // Not `releaseDate`, which is the date of the app's first release.
            publishedAt: result["currentVersionReleaseDate"]?.stringValue.flatMap { Timestamp.parse($0) },
            url: id.map { "https://apps.apple.com/app/id\($0)" }, notes: notes, source: AppStoreLookup.source)
        return Release(platform: platform, version: version, minimumOS: minimumOS, offers: [offer])
    }

    /// Whether the result is for the requested app, as far as both name their ids.
    private func isSameApp(_ result: JSONValue, id: Int?, at field: DocumentField) -> Bool {
        if let wanted = bundleID, let found = result["bundleId"]?.stringValue, found != wanted {
            skip(
                field, code: "other-app",
                because: "it is for \(DocumentPath.quoted(found)), the policy is for \"\(wanted)\".")
            return false
        }
        if let wanted = appleID, let id, id != wanted {
            skip(field, code: "other-app", because: "it is for Apple ID \(id), the policy is for \(wanted).")
            return false
        }
        return true
    }

    /// Whether the result is for the device, as far as it lists its devices: each name twice, as in `iPhone8-iPhone8`.
    private func isForThisDevice(_ result: JSONValue, at field: DocumentField) -> Bool {
        guard let device, let listed = result["supportedDevices"]?.arrayValue?.compactMap(\.stringValue),
            !listed.isEmpty,
            !listed.contains("\(device)-\(device)")
        else { return true }
        skip(field, code: "unsupported-device", because: "its supportedDevices do not contain \(device).")
        return false
    }

    private func platform(_ result: JSONValue, at field: DocumentField) -> Platform? {
        switch result["kind"]?.stringValue {
        case "mac-software": return .macos
        case "software": return isForTV ? .tvos : .ios
        case let kind:
            let type = result["wrapperType"]?.stringValue
            if isForTV, type == "software" { return .tvos }
            // Software without a kind is for iOS.
            if kind == nil, type == nil || type == "software" { return isForTV ? .tvos : .ios }
            let name = DocumentPath.quoted(kind ?? type ?? "")
            skip(field, code: "not-software", because: "it is of kind \(name), not an app.")
            return nil
        }
    }

    private func version(_ key: String, in result: JSONValue, at field: DocumentField) -> AppVersion? {
        if let text = result[key]?.stringValue, let version = try? AppVersion(text) { return version }
        skip(field, code: "bad-version", because: "its \"\(key)\" is missing or unreadable.")
        return nil
    }

    private func skip(_ field: DocumentField, code: String, because reason: String) {
        document.findings.report(
            code, severity: .warning, at: field, message: "The result is left out: \(reason)")
    }
}
