import AirworthyPolicy

/// As much of an app as commands look at before they do something to it.
struct RemoteApp {
    /// The server's answer.
    let json: JSONValue
    let isSignedByCI: Bool
    /// The newest revision; 0 before the first.
    let revision: Int

    /// Asks for an app.
    init(_ slug: String, from client: APIClient) async throws(APIError) {
        json = try await client.send(APIRequest("GET", "apps", slug)).json
        isSignedByCI = json["signing"] == "ci"
        if AppReport.state(json) == "degraded" {
            // A server that does not serve its head does not show it either.
            let history = try await client.send(APIRequest("GET", "apps", slug, "history").asking("limit", "1")).json
            revision = history["revisions"]?.arrayValue?.first?["revision"]?.intValue ?? 0
        } else {
            revision = json["head"]?["revision"]?.intValue ?? 0
        }
    }

    /// The manifest in force; `nil` before the first.
    func manifest(of slug: String, from client: APIClient) async throws -> Manifest? {
        guard revision > 0 else { return nil }
        let answer = try await client.send(APIRequest("GET", "apps", slug, "manifests", "\(revision)"))
        return try SignedInput(InputFile(name: "revision \(revision)", bytes: answer.body)).unverifiedManifest()
    }
}
