import AirworthyPolicy
import ArgumentParser

struct BucketCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bucket",
        abstract: "Print an installation's rollout bucket, in parts per million.",
        discussion: """
            A rollout of p % includes the installation if the number is below p × 10 000 \
            (sha256-ppm-1). A rule's salt is "<app>/<rule id>" unless the rule sets one.

            EXAMPLE
              $ airworthy bucket --salt hashtags/nudge --id 7d9f5a0e
              \(RolloutBucket.partsPerMillion(salt: "hashtags/nudge", id: "7d9f5a0e"))
            """)

    @Option(parsing: .unconditional, help: "The salt; may be empty.")
    var salt: String

    @Option(parsing: .unconditional, help: "The install id; may be empty.")
    var id: String

    func run() throws {
        try printOutput("\(RolloutBucket.partsPerMillion(salt: salt, id: id))")
    }
}
