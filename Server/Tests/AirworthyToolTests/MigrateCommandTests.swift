import PostgresTesting
import Testing
import ToolTesting

@Suite(.blocking, .timeLimit(.minutes(5))) struct MigrateCommandTests {
    @Test func `without a database migrate explains that SQLite upgrades itself`() throws {
        let result = try Tool.run(["migrate"])
        #expect(result.status == 64)
        #expect(result.errors.contains("--database") && result.errors.contains("airworthy serve"), "\(result.errors)")
    }

    @Test(
        arguments: [
            (["--database", "mysql://h/d"], 65), (["--database", "postgres://u:s3cret@h/d"], 65),
            (["--database", "postgres://h"], 65), (["--database", ""], 65), (["extra"], 64),
            (["--database", "postgresql:///d?host=/nowhere"], 69),
        ] as [([String], Int32)])
    func `a wrong or unreachable database ends with a sentence`(options: [String], status: Int32) throws {
        let result = try Tool.run(["migrate"] + options)
        #expect(result.status == status, "\(result.errors)")
        #expect(result.output.isEmpty && !result.errors.contains("s3cret"))
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
    func `migrate shows what it would run, runs it once, and then is up to date`() async throws {
        let url = try await PostgresCluster.emptyURL()
        let dry = try Tool.run(["migrate", "--database", url, "--dry-run"])
        #expect(dry.status == 0 && dry.output.hasPrefix("would run 0001 everything\n"), "\(dry.errors)")
        let refused = try Tool.run(["tokens", "create", "--local", "--database", url, "--name", "me"])
        #expect(refused.status == 69 && refused.errors.contains("run `airworthy migrate` first"), "\(refused.errors)")
        let variable = ["AIRWORTHY_DATABASE_URL": url]
        let first = try Tool.run(["migrate"], environment: variable)
        #expect(
            first.status == 0 && first.output.hasPrefix("ran 0001 everything\nran 0002 origins\n"), "\(first.errors)")
        let second = try Tool.run(["migrate", "--json"], environment: variable)
        #expect(second.status == 0 && second.output.contains(#""migrations":[]"#), "\(second.output)")
        #expect(try Tool.run(["migrate"], environment: variable).output.hasPrefix("up to date: "))
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
    func `two processes that migrate at once both succeed, and each migration ran once`() async throws {
        let url = try await PostgresCluster.emptyURL()
        async let first = onBlockingThread { try Tool.run(["migrate", "--database", url]) }
        async let second = onBlockingThread { try Tool.run(["migrate", "--database", url]) }
        let results = try await [first, second]
        #expect(results.allSatisfy { $0.status == 0 }, "\(results)")
        #expect(results.filter { $0.output.contains("ran 0001 everything") }.count == 1)
        #expect(results.filter { $0.output.hasPrefix("up to date") }.count == 1)
    }
}
