package import AirworthyPolicy
package import Foundation

/// Asks the server what is on TestFlight.
package struct TestFlightService: Sendable {
    /// Gets a URL: the status, and the body if it is not too long. Throws when there was no answer.
    package typealias Fetch = @Sendable (URL) async throws -> (status: Int, body: Data)

    private let server: URL
    private let app: String
    private let appleID: Int?
    private let publicLink: String?
    private let fetch: Fetch

    /// - Parameters:
    ///   - server: Where the server's routes begin.
    ///   - app: The app's slug.
    ///   - appleID: The app's number on the App Store, if known.
    ///   - publicLink: Where anybody can join, if the policy says so.
    ///   - fetch: Gets a URL.
    package init(
        server: URL, app: String, appleID: Int? = nil, publicLink: String? = nil, fetch: @escaping Fetch
    ) {
        (self.server, self.app, self.fetch) = (server, app, fetch)
        (self.appleID, self.publicLink) = (appleID, publicLink)
    }

    /// Compares the installed build with the newest one its testers can install.
    ///
    /// Plain TestFlight is taken for external: nobody can know that the tester is an internal one.
    /// - Parameter installation: The installed copy.
    /// - Returns: How it stands. When only the expiry cannot be found out, that is left out.
    /// - Throws: ``TestFlightError``.
    package func check(_ installation: Installation) async throws(TestFlightError) -> TestFlightReport {
        guard case .testflight(let audience) = installation.channel else {
            throw TestFlightError(.notTestFlight, "\(installation.channel)")
        }
        let name = (audience ?? .external).rawValue
        let answer = try await get("latest/\(name)", installation.platform, language: installation.language)
        var newest: TestFlightBuild?
        if let answer {
            newest = TestFlightBuild(json: answer)
            if newest == nil { throw TestFlightError(.unreadableAnswer, "no version") }
        }
        let installed = try? await installedBuild(installation)
        return TestFlightReport(
            installation: installation, newest: newest, expiresAt: installed?.expiresAt, appleID: appleID,
            publicLink: publicLink)
    }

    /// Who can install the installed build.
    /// - Parameter installation: The installed copy, whatever its channel is held to be.
    /// - Returns: The audiences; `nil` where there was no answer of use.
    package func audiences(of installation: Installation) async -> Set<Channel.Audience>? {
        (try? await installedBuild(installation))?.availableTo
    }

    /// The build that is installed. Build numbers may repeat from version to version.
    private func installedBuild(_ installation: Installation) async throws(TestFlightError) -> TestFlightBuild? {
        guard let build = installation.build, let version = installation.version else { return nil }
        let answer = try await get("builds/\(build)/audience", installation.platform, language: nil)
        return answer?["builds"]?.arrayValue?.lazy.compactMap(TestFlightBuild.init(json:))
            .first { $0.version == version && $0.build == build }
    }

    /// - Returns: The answer; `nil` where the server knows of no such build.
    private func get(
        _ path: String, _ platform: Platform, language: String?
    ) async throws(TestFlightError) -> JSONValue? {
        guard let url = url(path, platform, language: language) else {
            throw TestFlightError(.refused, "no URL can be made for \"\(app)\"")
        }
        let status: Int
        let body: Data
        do {
            (status, body) = try await fetch(url)
        } catch {
            throw TestFlightError(.notAnswered, "\(type(of: error))")
        }
        let json = try? JSONReader.read(body, options: .init(duplicateKeys: .keepFirst)).jsonValue
        switch status {
        case 200:
            guard let json, json.objectValue != nil else { throw TestFlightError(.unreadableAnswer, "no JSON object") }
            return json
        case 404 where json?["type"]?.stringValue == "urn:airworthy:problem:no-release": return nil
        case 408, 429, 500...: throw TestFlightError(.notAnswered, "HTTP \(status)")
        default: throw TestFlightError(.refused, "HTTP \(status)")
        }
    }

    private func url(_ path: String, _ platform: Platform, language: String?) -> URL? {
        guard var parts = URLComponents(url: server, resolvingAgainstBaseURL: false) else { return nil }
        let base = parts.path.hasSuffix("/") ? String(parts.path.dropLast()) : parts.path
        parts.path = "\(base)/v1/apps/\(app)/testflight/\(path)"
        parts.queryItems = [URLQueryItem(name: "platform", value: platform.description)]
        if let language { parts.queryItems?.append(URLQueryItem(name: "language", value: language)) }
        return parts.url
    }
}
