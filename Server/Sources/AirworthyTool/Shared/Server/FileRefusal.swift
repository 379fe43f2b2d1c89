import AirworthyPolicy

/// A refusal of the server because of findings in a file.
struct FileRefusal: Error {
    let report: FindingReport
    let error: ToolError
}

extension APIClient {
    /// Sends a request with the content of a file.
    /// - Throws: ``FileRefusal`` if the server has findings; ``APIError`` for every other outcome.
    func send(_ request: APIRequest, reportingOn document: SourceDocument) async throws -> APIResponse {
        do throws(APIError) {
            return try await send(request)
        } catch {
            guard case .problem(let problem) = error, !problem.findings.isEmpty else { throw error }
            throw FileRefusal(report: document.report(problem.findings), error: problem.toolError(token: token))
        }
    }

    /// Fetches the entity tag of something, with its quotes; `nil` if the answer is the problem with this name, which
    /// says that there is none.
    /// - Throws: ``APIError`` for every other outcome.
    func entityTag(of request: APIRequest, missing problem: String) async throws(APIError) -> String? {
        do throws(APIError) {
            return try await send(request).entityTag
        } catch {
            guard error.isProblem(problem) else { throw error }
            return nil
        }
    }
}
