import AirworthyPolicy

/// The effect of a change that takes something back. It is shown before the confirmation, and nothing is refused for it.
struct EffectPreview {
    let app: String
    let client: APIClient
    let style: TerminalStyle

    /// Returns the effect in lines, with an empty one at the end, or why it is not known: taking back has to work then
    /// as well. There are none if the server publishes nothing. The request's answer has the member `impact`.
    /// - Throws: `CancellationError`.
    func lines(of request: APIRequest) async throws -> [String] {
        do throws(APIError) {
            guard let impact = try await client.send(request).json["impact"], !impact.isNull else { return [] }
            return ImpactReport(impact: impact, app: app, style: style).lines + [""]
        } catch {
            let reason = error.toolError(address: client.address, token: client.token).description
            return ["Whom this hits is not known: \(reason)", ""]
        }
    }
}
