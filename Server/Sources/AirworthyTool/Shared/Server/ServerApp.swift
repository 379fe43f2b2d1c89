import AirworthyPolicy

/// An app on the server, as far as commands check it before they change it.
struct ServerApp {
    private let slug: String
    let json: JSONValue
    /// The entity tag of the settings, with its quotes; `nil` from servers that have none.
    let entityTag: String?
    /// The newest revision; 0 if nothing is published.
    let revision: Int
    /// The digest of the newest revision in quotes, the entity tag of its manifest; `nil` if nothing is published.
    let digestTag: String?

    var isSignedByCI: Bool { json["signing"] == "ci" }

    init(_ slug: String, from client: APIClient) async throws(APIError) {
        self.slug = slug
        let response = try await client.send(.get("apps", slug))
        (json, entityTag) = (try response.json, response.entityTag)
        var head = json["head"]
        if AppReport.state(json) == "degraded" {
            // A degraded app is not served, so the server does not report its published revision.
            let history = try await client.send(.get("apps", slug, "history").adding(query: "limit", value: "1")).json
            head = history["revisions"]?.arrayValue?.first
        }
        revision = head?["revision"]?.intValue ?? 0
        digestTag = revision > 0 ? head?["digest"]?.stringValue.map { "\"\($0)\"" } : nil
    }

    /// Fetches the published manifest; `nil` if nothing is published.
    func manifest(from client: APIClient) async throws -> Manifest? {
        try await response(from: client).map(manifest)
    }

    /// Fetches the published manifest with its signature; `nil` if nothing is published.
    func response(from client: APIClient) async throws(APIError) -> APIResponse? {
        guard revision > 0 else { return nil }
        return try await client.send(.get("apps", slug, "manifests", "\(revision)"))
    }

    func manifest(_ response: APIResponse) throws(ToolError) -> Manifest {
        try SignedFile(InputFile(name: "revision \(revision)", bytes: response.body)).unverifiedManifest()
    }

    func requireSignedByCI() throws(ToolError) {
        guard isSignedByCI else {
            throw .badData("\(slug): the server signs this app; publish the policy instead of a manifest")
        }
    }
}
