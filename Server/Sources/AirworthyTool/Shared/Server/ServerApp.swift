import AirworthyPolicy

/// An app on the server, as far as commands check it before they change it.
struct ServerApp {
    private let slug: String
    let isSignedByCI: Bool
    /// The newest revision; 0 if nothing is published.
    let revision: Int

    /// Fetches an app.
    init(_ slug: String, from client: APIClient) async throws(APIError) {
        self.slug = slug
        let json = try await client.send(.get("apps", slug)).json
        isSignedByCI = json["signing"] == "ci"
        if AppReport.state(json) == "degraded" {
            // A degraded app is not served, so the server does not report its published revision.
            let history = try await client.send(.get("apps", slug, "history").adding(query: "limit", value: "1")).json
            revision = history["revisions"]?.arrayValue?.first?["revision"]?.intValue ?? 0
        } else {
            revision = json["head"]?["revision"]?.intValue ?? 0
        }
    }

    /// Fetches the published manifest; `nil` if nothing is published.
    func manifest(from client: APIClient) async throws -> Manifest? {
        guard revision > 0 else { return nil }
        let response = try await client.send(.get("apps", slug, "manifests", "\(revision)"))
        return try SignedFile(InputFile(name: "revision \(revision)", bytes: response.body)).unverifiedManifest()
    }
}
