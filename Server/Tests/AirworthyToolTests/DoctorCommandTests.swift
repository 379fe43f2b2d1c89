import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import Foundation
import Persistence
import PersistencePostgres
import PersistenceSQLite
import PostgresTesting
import Testing
import ToolTesting

@testable import AirworthyTool

@Suite(.blocking, .timeLimit(.minutes(5))) struct DoctorCommandTests {
    /// Returns the words of each line: status and subject.
    private func findings(_ result: Tool.Result) -> [String] {
        result.output.split(separator: "\n").map { line in
            line.split(separator: " ").prefix(2).joined(separator: " ")
        }
    }

    /// Returns the files with their dates, without SQLite's shared memory, in which each reader leaves a mark.
    private func files(of setup: ServeSetup) throws -> [String: Date?] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: setup.folder.url.path)
            .filter { !$0.hasSuffix("-shm") }
        return Dictionary(
            uniqueKeysWithValues: try names.map { name in
                let path = setup.folder.url.appendingPathComponent(name).path
                return (name, try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
            })
    }

    private func protectKey(of setup: ServeSetup) throws {
        let path = setup.folder.url.appendingPathComponent("online.key").path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    @Test(arguments: [true, false])
    func `a healthy installation passes while a server runs and after it, and nothing changes`(isRunning: Bool) throws {
        let setup = try ServeSetup()
        try protectKey(of: setup)
        let server = try setup.start()
        try setup.createApp("a", pins: [setup.key.publicKey], on: server)
        #expect(try setup.publish(#"{"schema": 1, "app": "a", "rules": []}"#, on: server).status == 201)
        if !isRunning { #expect(server.stop().status == 0) }
        let before = try files(of: setup)
        let result = try setup.folder.run("doctor", "--data", "data", "--signing-key", "online.key")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(
            findings(result) == [
                "ok configuration", "ok database", "ok keys", "ok manifests", "ok clock", "ok disk", "skipped Apple",
                "skipped Apple",
            ], "\(result.output)")
        #expect(result.output.contains("1 app") && result.output.contains("trust it"))
        #expect(try files(of: setup) == before)
        if isRunning { #expect(server.stop().status == 0) }
    }

    @Test func `a new folder passes, and is not created`() throws {
        let folder = try ScratchFolder()
        let result = try folder.run("doctor", "--data", "data", "--json")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let json = try JSONReader.read(result.output).jsonValue
        #expect(json["schema"] == 1 && json["ok"] == true)
        let checks = json["checks"]?.arrayValue ?? []
        let subjects = checks.map { $0["subject"]?.stringValue }
        let keys = checks.first { $0["subject"]?.stringValue == "keys" }
        #expect(subjects.contains("Apple"))
        #expect(keys?["status"]?.stringValue == "warning")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test(
        arguments: [
            (["--port", "x"], [:], "failed configuration", "--port"),
            ([], ["AIRWORTHY_DATABASE_URL": "postgres://u:s3cret@h h/d"], "failed configuration", "control character"),
            ([], ["AIRWORTHY_HTPP_PORT": "1"], "warning configuration", "AIRWORTHY_HTPP_PORT"),
            (["--host", "0.0.0.0"], [:], "warning configuration", "http.publicURL"),
            ([], ["AIRWORTHY_OTEL_HEADERS": "file:nowhere"], "failed configuration", "nowhere: no such file"),
            (
                [], ["AIRWORTHY_OTEL_HEADERS": "file:bad.key"], "failed configuration",
                "bad.key: header 1 cannot be sent"
            ),
            (
                [], ["AIRWORTHY_OTEL_HEADERS": "env:HEADERS", "HEADERS": "a=b"], "warning configuration",
                "otel.headers is set"
            ),
            (["--signing-key", "nowhere.key"], [:], "failed keys", "nowhere.key: no such file"),
            (["--signing-key", "bad.key"], [:], "failed keys", "bad.key"),
            (["--signing-key", "open.key"], [:], "warning keys", "chmod 600"),
            (["--signing-key", "open.key", "--keyring", "bad.key"], [:], "failed keys", "bad.key"),
            (
                ["--signing-key", "open.key", "--keyring", "other.json"], [:], "failed keys",
                "does not list the signing key"
            ),
            (["--signing-key", "open.key", "--keyring", "nowhere"], [:], "failed keys", "nowhere: no such file"),
            (["--data", "bad.key"], [:], "failed disk", "is not a folder"),
            (["--data", "nowhere/data"], [:], "failed disk", "does not exist"),
            (["--data", "broken"], [:], "failed database", "airworthy.sqlite"),
            (["--database", "postgresql:///d?host=/nowhere"], [:], "failed database", "postgresql://%2Fnowhere/d"),
            ([], ["AIRWORTHY_APPLE_KEYS": "2X9R4HXF34=file:bad.key"], "failed Apple", "2X9R4HXF34"),
            ([], ["AIRWORTHY_WEBHOOKS_SECRETS": "a=file:nowhere"], "failed Apple", "nowhere"),
            ([], ["AIRWORTHY_WEBHOOKS_SECRETS": "a=file:bad.key"], "warning Apple", "short"),
        ] as [([String], [String: String], String, String)])
    func `each problem is one line that says what to do`(
        options: [String], environment: [String: String], finding: String, words: String
    ) throws {
        let root = try PrivateKey.generate()
        let other = try Keyring(epoch: 1, keys: [PrivateKey.generate().publicKey]).signed(by: [root])
        let folder = try ScratchFolder([
            "bad.key": "not a key\n", "open.key": PrivateKey.generate().pem,
            "other.json": other.jsonValue.jsonText(),
        ])
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("broken"), withIntermediateDirectories: true)
        _ = try folder.write("not a database", to: "broken/airworthy.sqlite")
        let result = try folder.run(["doctor", "--offline"] + options, environment: environment)
        let lines = zip(findings(result), result.output.split(separator: "\n"))
        #expect(lines.contains { $0 == finding && $1.contains(words) }, "\(result.output)\(result.errors)")
        #expect(result.status == (findings(result).contains { $0.hasPrefix("failed") } ? 1 : 0))
        #expect(!result.output.contains("s3cret") && !result.output.contains("PRIVATE KEY"))
    }

    @Test func `a signing key that the builds do not pin fails for that app`() throws {
        let setup = try ServeSetup()
        let server = try setup.start()
        try setup.createApp("a", pins: [setup.key.publicKey], on: server)
        #expect(server.stop().status == 0)
        _ = try setup.folder.write(PrivateKey.generate().pem, to: "other.key")
        let result = try setup.folder.run("doctor", "--data", "data", "--signing-key", "other.key")
        #expect(result.status == 1)
        #expect(result.output.contains("a: this server signs with"), "\(result.output)")
    }

    @Test func `a keyring that installed apps have a newer one of fails for that app`() throws {
        let setup = try ServeSetup()
        let root = try PrivateKey.generate()
        for epoch in [1, 2] {
            let ring = try Keyring(epoch: epoch, keys: [setup.key.publicKey]).signed(by: [root])
            _ = try setup.folder.write(ring.jsonValue.jsonText(), to: "ring-\(epoch).json")
        }
        let server = try setup.start(["--keyring", setup.folder.url.appendingPathComponent("ring-2.json").path])
        try setup.createApp("a", pins: [root.publicKey], role: "root", on: server)
        #expect(try setup.publish(#"{"schema":1,"rules":[]}"#, on: server).status < 300)
        #expect(server.stop().status == 0)
        func doctor(_ ring: String) throws -> Tool.Result {
            try setup.folder.run(
                "doctor", "--data", "data", "--signing-key", "online.key", "--keyring", ring, "--offline")
        }
        let old = try doctor("ring-1.json")
        #expect(findings(old).contains("failed keys"))
        #expect(old.output.contains("has epoch 1, and installed apps have seen epoch 2"), "\(old.output)")
        #expect(!findings(try doctor("ring-2.json")).contains("failed keys"))
    }

    @Test func `a proxy that hides the installations is found, until two days later`() async throws {
        let setup = try ServeSetup()
        let server = try setup.start()
        try setup.createApp("a", pins: [setup.key.publicKey], on: server)
        let body = #"{"schema":1,"now":{"platform":"ios","version":"1.0","channel":"appstore"}}"#
        func finding() throws -> String? {
            try setup.folder.run("doctor", "--data", "data", "--offline").output.split(separator: "\n")
                .first { $0.contains("one private address") }.map(String.init)
        }
        for _ in 0..<999 { #expect(try server.send("POST", to: "/v1/apps/a/check-ins", body: body).status == 202) }
        #expect(try finding() == nil)
        #expect(try server.send("POST", to: "/v1/apps/a/check-ins", body: body).status == 202)
        #expect(try await seconds(within: 20) { try finding() != nil } != nil, "the server has not noted it in 20 s")
        let found = try finding()
        #expect(found?.hasPrefix("warning  configuration") == true, "\(found ?? "")")
        #expect(found?.contains("name it in AIRWORTHY_HTTP_TRUSTED_PROXIES") == true)
        #expect(server.stop().status == 0)
        let store = SQLStore(try SQLiteDriver(path: setup.folder.url.path + "/data/airworthy.sqlite"))
        let old = UTCDay(Date()).adding(days: -2).text
        try await store.write { try $0.replaceSetting(AdoptionService.hiddenClientsSetting, value: old) }
        #expect(try finding() == nil)
    }

    @Test func `Apple is asked about the key and the lookup, unless --offline is given`() throws {
        let apple = try AppleSetup()
        let simulator = try apple.startSimulator()
        let url = "http://127.0.0.1:\(simulator.port)"
        var environment = [
            "AIRWORTHY_APPLE_URL": url, "AIRWORTHY_LOOKUP_URL": url,
            "AIRWORTHY_APPLE_KEYS": "2X9R4HXF34@57246542-96fe-1a63-e053-0824d011072a=file:AuthKey_2X9R4HXF34.p8",
        ]
        let good = try apple.serve.folder.run(["doctor"], environment: environment)
        #expect(good.status == 0, "\(good.output)\(good.errors)")
        #expect(good.output.contains("App Store Connect accepts key 2X9R4HXF34"), "\(good.output)")
        #expect(good.output.contains("the App Store lookup answers") && good.output.contains("as Apple's"))
        environment["AIRWORTHY_APPLE_KEYS"] = "2X9R4HXF34=file:AuthKey_2X9R4HXF34.p8"
        let refused = try apple.serve.folder.run(["doctor"], environment: environment)
        #expect(refused.status == 1 && refused.output.contains("rejected key 2X9R4HXF34"), "\(refused.output)")
        #expect(simulator.stop().status == 0)
        let offline = try apple.serve.folder.run(["doctor", "--offline"], environment: environment)
        #expect(offline.status == 0 && offline.output.contains("--offline"), "\(offline.output)")
        // Another server may have got the port of the simulator, but none gets this one.
        let refusing = try ScriptedServer([])
        for name in ["AIRWORTHY_APPLE_URL", "AIRWORTHY_LOOKUP_URL"] { environment[name] = refusing.address }
        let gone = try withExtendedLifetime(refusing) {
            try apple.serve.folder.run(["doctor"], environment: environment)
        }
        #expect(gone.status == 1 && gone.output.contains("cannot be reached"), "\(gone.output)")
    }

    @Test(.enabled(if: PostgresCluster.isInstalled, "PostgreSQL is not installed"))
    func `PostgreSQL is checked for its tables, its rights and writes`() async throws {
        let url = try await PostgresCluster.emptyURL()
        let folder = try ScratchFolder()
        func database(_ url: String) throws -> Tool.Result { try folder.run("doctor", "--database", url) }
        let empty = try database(url)
        #expect(empty.status == 1 && empty.output.contains("run `airworthy migrate`"), "\(empty.output)")
        _ = try Tool.run(["migrate", "--database", url])
        let good = try database(url)
        #expect(good.status == 0 && good.output.contains("PostgreSQL 1"), "\(good.output)")
        let standby = try database(url + "%20-c%20default_transaction_read_only%3Don")
        #expect(standby.status == 1 && standby.output.contains("read-only"), "\(standby.output)")
        let driver = PostgresDriver(try PostgresAddress(url: url).settings)
        try await driver.write { sql in
            try sql.run("DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
            let schema = try sql.row("SELECT CAST(current_schema() AS TEXT) AS name")?.text("name") ?? ""
            try sql.run("GRANT USAGE ON SCHEMA \(schema) TO reader")
            try sql.run("GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO reader")
        }
        let reader = try database(url.replacing("app@", with: "reader@"))
        #expect(
            reader.status == 1 && reader.output.contains("may not read and write ") && reader.output.contains("apps"),
            "\(reader.output)")
        let title = "\(Migration.digits(Schema.newest + 1)) hats"
        try await driver.write { sql in
            try sql.run("GRANT INSERT ON airworthy_migrations TO app")
            try sql.run(
                "INSERT INTO airworthy_migrations (number, name, made_at, oldest_program) VALUES ($1, 'hats', 0, $2)",
                binding: Schema.newest + 1, Schema.newest)
        }
        let usable = try database(url)
        #expect(usable.status == 0 && usable.output.contains("is of a newer version (\(title))"), "\(usable.output)")
        try await driver.write {
            _ = try $0.run("INSERT INTO airworthy_migrations (number, name, made_at) VALUES (99, 'hats', 0)")
        }
        let newer = try database(url)
        #expect(newer.status == 1 && newer.output.contains("newer airworthy"), "\(newer.output)")
        await driver.close()
    }
}

/// The checks whose inputs a process cannot easily have.
@Suite(.timeLimit(.minutes(5))) struct DoctorCheckTests {
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)

    private static func manifest(issued: Double = -1, expires: Double?) -> ManifestRecord {
        ManifestRecord(
            app: "a", revision: 7, policyVersion: 1, digest: "", payloadDigest: "", bytes: nil, size: 1,
            cause: .publish,
            issuedAt: now.addingTimeInterval(issued * 86_400),
            expiresAt: expires.map { now.addingTimeInterval($0 * 86_400) }, author: "Ada", note: nil)
    }

    @Test(
        arguments: [
            (now, [], nil, CheckResult.Status.ok, "UTC"), (Date(timeIntervalSince1970: 0), [], nil, .failed, "1970"),
            (.distantFuture, [], nil, .failed, "clock"),
            (now, [manifest(issued: 1, expires: nil)], nil, .failed, "revision 7 of a was issued"),
            (now, [], 3.2, .ok, "as Apple's"), (now, [], 100, .warning, "ahead of Apple's"),
            (now, [], -601, .failed, "601 seconds behind Apple's"),
            (now, [manifest(issued: 1, expires: nil)], 3, .warning, "by a clock that was ahead"),
        ] as [(Date, [ManifestRecord], Double?, CheckResult.Status, String)])
    func `a wrong clock is found`(
        now: Date, manifests: [ManifestRecord], offset: Double?, status: CheckResult.Status, words: String
    ) {
        let results = ClockCheck(now: now, manifests: manifests, appleOffset: offset).run()
        #expect(results.map(\.status) == [status])
        #expect(results.first?.text.contains(words) == true, "\(results)")
    }

    @Test(arguments: [(2.9, CheckResult.Status.ok, "UTC"), (3.1, .failed, "the last time a server was seen here")])
    func `a clock that is far ahead of the noted time is found`(days: Double, status: CheckResult.Status, words: String)
    {
        let notes = ClockNotes(seen: Self.now.addingTimeInterval(-days * 86_400))
        let results = ClockCheck(now: Self.now, manifests: [], notes: notes, appleOffset: nil).run()
        #expect(results.map(\.status) == [status])
        #expect(results.first?.text.contains(words) == true, "\(results)")
    }

    @Test(arguments: [
        (3_000, false, CheckResult.Status.ok, "free"), (100, false, .warning, "100 of 4,000 MiB are free"),
        (63, false, .warning, "no check-in is stored"), (1, false, .failed, "1 of 4,000"), (1, true, .warning, "1 of"),
    ])
    func `a disk that fills up is found`(
        mebibytes: Int, usesPostgres: Bool, status: CheckResult.Status, words: String
    ) throws {
        let folder = try ScratchFolder([:])
        let results = DiskCheck(directory: folder.url.path, usesPostgres: usesPostgres) { _ in
            DiskCheck.Space(free: mebibytes << 20, total: 4_000 << 20)
        }.run()
        #expect(results.map(\.status) == [status])
        #expect(results.first?.text.contains(words) == true, "\(results)")
    }

    @Test(arguments: [(mode_t(0o700), false), (0o755, false), (0o777, true), (0o770, true), (0o702, true)])
    func `a data folder in which others can put files is found`(mode: mode_t, isFound: Bool) throws {
        let folder = try ScratchFolder([:])
        #expect(chmod(folder.url.path, mode) == 0)
        let results = DiskCheck(directory: folder.url.path, usesPostgres: false) { _ in
            DiskCheck.Space(free: 3_000 << 20, total: 4_000 << 20)
        }.run()
        #expect(results.contains { $0.status == .warning && $0.text.contains("other users") } == isFound)
        #expect(results.contains { $0.status == .ok })
    }

    @Test(arguments: [(0.0, 0), (4.9, 0), (-6, 1), (700, 1)])
    func `a difference to PostgreSQL's clock is found`(seconds: Double, count: Int) {
        let results = PostgresFacts.clockResults(difference: seconds)
        #expect(results.count == count)
        #expect(results.allSatisfy { $0.status == (abs(seconds) > 600 ? .failed : .warning) })
    }
}
