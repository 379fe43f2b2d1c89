package import AirworthyPolicy
package import Foundation

/// The server's routes about TestFlight builds.
package struct TestFlightService: Sendable {
    /// A function that fetches a URL. Throws without a response, or if the body is too long.
    package typealias Fetch = @Sendable (URL) async throws -> (status: Int, body: Data)

    private let server: URL
    private let app: String
    private let appleID: Int?
    private let publicLink: String?
    private let fetch: Fetch

    /// Creates a service.
    /// - Parameters:
    ///   - server: The address of the server.
    ///   - app: The app's slug.
    ///   - appleID: The app's Apple ID, if known.
    ///   - publicLink: The policy's public link for joining the beta.
    ///   - fetch: The function that fetches a URL.
    package init(
        server: URL, app: String, appleID: Int? = nil, publicLink: String? = nil, fetch: @escaping Fetch
    ) {
        self.server = server
        self.app = app
        self.appleID = appleID
        self.publicLink = publicLink
        self.fetch = fetch
    }

    /// Compares the installed build with the newest one its testers can install.
    ///
    /// A TestFlight build of unknown audience counts as external, because nothing proves that the tester is internal.
    /// - Parameter installation: The installed build.
    /// - Returns: The report. Without an answer about the expiry the report leaves it out.
    /// - Throws: ``TestFlightError``.
    package func check(_ installation: Installation) async throws(TestFlightError) -> TestFlightReport {
        guard case .testflight(let audience) = installation.channel else {
            throw TestFlightError(.notTestFlight, subject: "\(installation.channel)")
        }
        let name = (audience ?? .external).rawValue
        let answer = try await get(
            "latest/\(name)", platform: installation.platform, language: installation.language)
        var newest: TestFlightBuild?
        if let answer {
            newest = TestFlightBuild(json: answer)
            if newest == nil { throw TestFlightError(.unreadableAnswer, subject: "no version") }
        }
        let installed = try? await installedBuild(installation)
        return TestFlightReport(
            installation: installation, newest: newest, expiresAt: installed?.expiresAt, appleID: appleID,
            publicLink: publicLink)
    }

    /// Returns the audiences that can install the installed build.
    /// - Parameter installation: The installed build, whatever its detected channel.
    /// - Returns: The audiences; `nil` without a usable answer.
    package func audiences(of installation: Installation) async -> Set<Channel.Audience>? {
        (try? await installedBuild(installation))?.availableTo
    }

    /// Returns the installed build. Versions may share a build number.
    private func installedBuild(_ installation: Installation) async throws(TestFlightError) -> TestFlightBuild? {
        guard let build = installation.build, let version = installation.version else { return nil }
        let answer = try await get("builds/\(build)/audience", platform: installation.platform)
        return answer?["builds"]?.arrayValue?.lazy.compactMap(TestFlightBuild.init(json:))
            .first { $0.version == version && $0.build == build }
    }

    /// Fetches a JSON object. Returns `nil` if the server knows no such build.
    private func get(
        _ path: String, platform: Platform, language: String? = nil
    ) async throws(TestFlightError) -> JSONValue? {
        guard let url = url(of: path, platform: platform, language: language) else {
            throw TestFlightError(.refused, subject: "the app's slug \"\(app)\" does not fit into a URL")
        }
        let status: Int
        let body: Data
        do {
            (status, body) = try await fetch(url)
        } catch {
            throw TestFlightError(.notAnswered, subject: "\(type(of: error))")
        }
        let json = try? JSONReader.read(body, options: .init(duplicateKeys: .keepFirst)).jsonValue
        switch status {
        case 200:
            guard let json, json.objectValue != nil else {
                throw TestFlightError(.unreadableAnswer, subject: "no JSON object")
            }
            return json
        case 404 where json?["type"]?.stringValue == "urn:airworthy:problem:no-release": return nil
        case 408, 429, 500...: throw TestFlightError(.notAnswered, subject: "HTTP \(status)")
        default: throw TestFlightError(.refused, subject: "HTTP \(status)")
        }
    }

    private func url(of path: String, platform: Platform, language: String?) -> URL? {
        guard var parts = URLComponents(url: server, resolvingAgainstBaseURL: false) else { return nil }
        let base = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
        parts.path = "\(base)/v1/apps/\(app)/testflight/\(path)"
        parts.queryItems = [URLQueryItem(name: "platform", value: platform.description)]
        if let language { parts.queryItems?.append(URLQueryItem(name: "language", value: language)) }
        return parts.url
    }
}
