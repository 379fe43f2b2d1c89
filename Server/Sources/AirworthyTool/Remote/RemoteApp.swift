import AirworthyPolicy

/// As much of an app as commands look at before they do something to it.
struct RemoteApp {
    /// The server's answer.
    let json: JSONValue
    let isSignedByCI: Bool
    /// The revision in force; 0 before the first.
    let revision: Int
    /// The policy in force; 0 before the first.
    let policyVersion: Int

    /// Asks for an app.
    init(_ slug: String, from client: APIClient) async throws(APIError) {
        json = try await client.send(APIRequest("GET", "apps", slug)).json
        isSignedByCI = json["signing"] == "ci"
        revision = json["head"]?["revision"]?.intValue ?? 0
        policyVersion = json["head"]?["policyVersion"]?.intValue ?? 0
    }

    /// The manifest in force; `nil` before the first.
    func manifest(of slug: String, from client: APIClient) async throws -> Manifest? {
        guard revision > 0 else { return nil }
        let answer = try await client.send(APIRequest("GET", "apps", slug, "manifests", "\(revision)"))
        return try SignedInput(InputFile(name: "revision \(revision)", bytes: answer.body)).unverifiedManifest()
    }
}
