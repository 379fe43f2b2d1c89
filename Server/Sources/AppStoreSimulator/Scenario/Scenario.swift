extension AppStoreSimulator {
    /// What there is when a simulator starts: apps, their groups, builds, versions and storefronts.
    public struct Scenario: Sendable {
        let file: ScenarioFile

        /// The apps, by their numbers in the App Store and their bundle ids, in the order of the file.
        public var apps: [(id: String, bundleID: String)] { file.apps.map { ($0.id, $0.bundleID) } }

        /// Reads a scenario.
        /// - Parameter json: The text of a scenario file.
        /// - Throws: ``ControlError``, naming the place, where it is not JSON, lacks something or has too much.
        public init(json: String) throws(ControlError) {
            file = try ScenarioFile(JSON(text: json))
        }

        init(file: ScenarioFile) { self.file = file }

        /// The apps of `airworthy demo`: `hashtags` with betas in every state, and `birthdays`.
        public static let demo = Scenario(file: .demo)
        /// No apps at all.
        public static let empty = Scenario(file: ScenarioFile())
    }
}
