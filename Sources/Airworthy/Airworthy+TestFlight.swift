extension Airworthy {
    /// Asks now what the newest TestFlight build for this copy's testers is. Plain TestFlight is taken for external.
    ///
    /// With a server in the set-up it is the server that answers; otherwise the manifest, if it lists TestFlight builds. It
    /// waits until the channel is known, and no longer than the sources' deadline for each of two questions. From any task.
    /// - Returns: How this copy stands to the newest build.
    /// - Throws: ``TestFlightError``: `notTestFlight`, `noServer`, `notAnswered`, `refused` or `unreadableAnswer`.
    public func checkTestFlight() async throws -> TestFlightReport {
        _ = await detector.detect()
        core.learn(from: detector)
        return try await core.checkTestFlight()
    }
}
