import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

/// The server as a separate process.
@Suite(.blocking, .timeLimit(.minutes(5))) struct ServeCommandTests {
    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func token(_ data: String) throws -> String {
        try String(contentsOfFile: data + "/first-admin-token", encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `serve prints its address, answers, and exits with 0`(_ signal: Int32) throws {
        let folder = try ScratchFolder()
        let data = folder.url.path + "/data"
        let server = try ServeProcess(data: data)
        #expect(try server.send("GET", to: "/health/ready").status == 200)
        let end = server.stop(signal)
        #expect(end.status == 0)
        #expect(end.output == "listening on http://127.0.0.1:\(server.port)\n")
        #expect(server.errors.contains("server.stopped"))
    }

    @Test func `the first start creates a private folder and a private token file`() throws {
        let folder = try ScratchFolder()
        let data = folder.url.path + "/data"
        let server = try ServeProcess(data: data)
        #expect(try mode(data) == 0o700)
        #expect(try mode(data + "/first-admin-token") == 0o600)
        let token = try token(data)
        #expect(token.hasPrefix("adm_"))
        #expect(!server.errors.contains(token))
        #expect(server.errors.contains("\(data)/first-admin-token"))
        let answer = try server.send("GET", to: "/v1/admin/whoami", headers: ["Authorization: Bearer \(token)"])
        #expect(answer.status == 200)
    }

    @Test func `later starts create no token, and the first token stays valid`() throws {
        let folder = try ScratchFolder()
        let data = folder.url.path + "/data"
        #expect(try ServeProcess(data: data).stop().status == 0)
        let token = try token(data)
        try FileManager.default.removeItem(atPath: data + "/first-admin-token")
        let server = try ServeProcess(data: data)
        #expect(!FileManager.default.fileExists(atPath: data + "/first-admin-token"))
        #expect(!server.errors.contains("adm_"))
        #expect(
            try server.send("GET", to: "/v1/admin/whoami", headers: ["Authorization: Bearer \(token)"]).status == 200)
    }

    @Test func `a killed server keeps its data`() throws {
        let folder = try ScratchFolder()
        let data = folder.url.path + "/data"
        let first = try ServeProcess(data: data)
        let token = try token(data)
        let body =
            #"{"slug": "hashtags", "bundleID": "com.example.hashtags", "signing": "ci", "pins": [{"key": "#
            + #""11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=", "role": "root"}]}"#
        let fields = ["Authorization: Bearer \(token)"]
        #expect(try first.send("POST", to: "/v1/admin/apps", headers: fields, body: body).status == 201)
        #expect(first.stop(SIGKILL).status == -1)
        let second = try ServeProcess(data: data)
        let apps = try second.send("GET", to: "/v1/admin/apps", headers: fields)
        #expect(apps.body.contains("\"hashtags\""))
    }

    @Test(arguments: ["file", "env", "env64"])
    func `serve signs with the configured keys`(_ place: String) throws {
        let kit = try SigningKit()
        let data = kit.folder.url.path + "/data"
        let key = kit.folder.url.path + "/keys/online.key"
        let ring = kit.folder.url.path + "/keyring.json"
        let text = try kit.text("keys/online.key")
        // Wrapped, as `base64` does.
        let encoded = Data(text.utf8).base64EncodedString(options: .lineLength64Characters)
        let server =
            place == "file"
            ? try ServeProcess(["--signing-key", key, "--keyring", ring], data: data)
            : try ServeProcess(
                data: data,
                environment: [
                    "AIRWORTHY_SIGNING_KEY": "\(place):ONLINE_KEY", "ONLINE_KEY": place == "env" ? text : encoded,
                    "AIRWORTHY_SIGNING_KEYRING": ring,
                ])
        #expect(!server.errors.contains("warning"))
        let fields = ["Authorization: Bearer \(try token(data))"]
        let body = #"{"slug": "hashtags", "bundleID": "com.example.hashtags"}"#
        let made = try server.send("POST", to: "/v1/admin/apps", headers: fields, body: body)
        #expect(made.status == 201, "\(made.body)")
        let published = try server.send(
            "PUT", to: "/v1/admin/apps/hashtags/policy", headers: fields + ["If-None-Match: *"], body: SigningKit.policy
        )
        #expect(published.status == 201, "\(published.body)")
        let decision = try server.send("GET", to: "/v1/apps/hashtags/decision?version=1.9&channel=appstore")
        #expect(decision.body.contains("\"required\""))
        #expect(!server.errors.contains(text.split(separator: "\n")[1]))
    }

    @Test func `serve without a signing key prints a warning`() throws {
        let folder = try ScratchFolder()
        let server = try ServeProcess(data: folder.url.path + "/data")
        #expect(server.errors.contains("no signing key is configured"))
    }

    @Test func `a misspelt setting is logged`() throws {
        let folder = try ScratchFolder()
        let server = try ServeProcess(
            data: folder.url.path + "/data",
            environment: ["AIRWORTHY_HTTP_PROT": "80", "AIRWORTHY_TOKEN": "adm_secret"])
        #expect(server.errors.contains("setting.unknown"))
        #expect(server.errors.contains("AIRWORTHY_HTTP_PROT"))
        #expect(!server.errors.contains("AIRWORTHY_TOKEN"))
        #expect(!server.errors.contains("adm_secret"))
    }

    @Test func `with a second listener, admin routes and metrics are available there only`() throws {
        let folder = try ScratchFolder()
        let data = folder.url.path + "/data"
        let server = try ServeProcess(data: data, environment: ["AIRWORTHY_HTTP_INTERNAL_PORT": "0"])
        let urls = server.errors.matches(of: /url=http:\/\/127\.0\.0\.1:([0-9]+)/).compactMap { Int($0.1) }
        #expect(urls.count == 2)
        let inner = try #require(urls.first { $0 != server.port })
        #expect(try server.send("GET", to: "/metrics").status == 404)
        #expect(try server.send("GET", to: "/v1/admin/whoami").status == 404)
        #expect(try server.send("GET", to: "/health/ready").status == 200)
        #expect(try server.send("GET", to: "/metrics", port: inner).status == 200)
        #expect(try server.send("GET", to: "/v1/admin/whoami", port: inner).status == 401)
        #expect(server.stop().status == 0)
    }

    // MARK: Failed starts

    @Test func `a second server on the same folder does not start`() throws {
        let folder = try ScratchFolder()
        let data = folder.url.path + "/data"
        let server = try ServeProcess(data: data)
        let result = try Tool.run(["serve", "--port", "0", "--data", data])
        #expect(result.status == 69)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("another airworthy"))
        #expect(result.errors.filter { $0 == "\n" }.count == 1)
        #expect(server.stop().status == 0)
    }

    @Test func `a second server on the same port does not start`() throws {
        let folder = try ScratchFolder()
        let server = try ServeProcess(data: folder.url.path + "/data")
        let result = try Tool.run(
            ["serve", "--port", "\(server.port)", "--data", folder.url.path + "/other"])
        #expect(result.status == 69)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("airworthy: port \(server.port) of 127.0.0.1 is in use; "))
        // The failed start left no lock.
        #expect(try ServeProcess(data: folder.url.path + "/other").stop().status == 0)
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        var environment: [String: String] = [:]
        let status: Int32
        let says: String

        var testDescription: String { (environment.map { "\($0)=\($1)" } + arguments).joined(separator: " ") }
    }

    @Test(arguments: [
        Refused(arguments: ["--port", "80x"], status: 65, says: "--port: `80x` is not a number from 0 to 65535"),
        Refused(arguments: ["--port", "65536"], status: 65, says: "--port: "),
        Refused(arguments: ["--port", "-1"], status: 64, says: "--port"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_HTTP_PORT": "none"], status: 65,
            says: "AIRWORTHY_HTTP_PORT: `none` is not a number"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_EVALUATION_CONCURRENCY": "0"], status: 65,
            says: "AIRWORTHY_EVALUATION_CONCURRENCY: "),
        Refused(
            arguments: [], environment: ["AIRWORTHY_HTTP_TRUSTED_PROXIES": "10.0.0.0/8, nonsense"], status: 65,
            says: "AIRWORTHY_HTTP_TRUSTED_PROXIES: `nonsense` is not an address"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_HTTP_PUBLIC_URL": "https://me:pass@example.com"], status: 65,
            says: "AIRWORTHY_HTTP_PUBLIC_URL: "),
        Refused(
            arguments: [], environment: ["AIRWORTHY_LOG_LEVEL": "loud"], status: 65,
            says: "AIRWORTHY_LOG_LEVEL: `loud` is not a level"),
        Refused(arguments: ["--signing-key", "no.key"], status: 66, says: "no.key: no such file"),
        Refused(arguments: ["--keyring", "no.json"], status: 66, says: "no.json: no such file"),
        Refused(arguments: ["--signing-key", "README.md"], status: 65, says: "README.md: "),
        Refused(
            arguments: [], environment: ["AIRWORTHY_SIGNING_KEY": "env:NO_SUCH_KEY"], status: 66,
            says: "the environment variable NO_SUCH_KEY is not set"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_SIGNING_KEY": "SECRETSECRET"], status: 65,
            says: "AIRWORTHY_SIGNING_KEY: write file:PATH, env:NAME or env64:NAME"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_SIGNING_KEY": "env64:KEY", "KEY": "-----BEGIN SECRETSECRET"],
            status: 65,
            says: "the environment variable KEY is not Base64 of a text file; for the text itself write env:"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_SIGNING_KEY": "env64:NO_SUCH_KEY"], status: 66,
            says: "the environment variable NO_SUCH_KEY is not set"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_APPLE_KEYS": "SECRETSECRET"], status: 65,
            says: "AIRWORTHY_APPLE_KEYS: write KEYID@ISSUER=env64:NAME"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_APPLE_KEYS": "A=env:X,A=env:Y"], status: 65,
            says: "AIRWORTHY_APPLE_KEYS: a key appears twice"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_APPLE_KEYS": "A@B=env:NO_SUCH_KEY"], status: 66,
            says: "the environment variable NO_SUCH_KEY is not set"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_APPLE_KEYS": "A=file:README.md"], status: 65,
            says: "the App Store Connect key A: "),
        Refused(
            arguments: [], environment: ["AIRWORTHY_APPLE_URL": "apple"], status: 65,
            says: "AIRWORTHY_APPLE_URL: not the address of a server"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_APPLE_INTERVAL": "0"], status: 65,
            says: "AIRWORTHY_APPLE_INTERVAL: `0` is not a number from 1"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_WEBHOOKS_SECRETS": "hashtags=SECRETSECRET"], status: 65,
            says: "AIRWORTHY_WEBHOOKS_SECRETS: write APP=file:PATH"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_WEBHOOKS_SECRETS": "a=env:BLANK", "BLANK": " \n"], status: 65,
            says: "the webhook secret of a is empty"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_SHUTDOWN_DRAIN": "301"], status: 65,
            says: "AIRWORTHY_SHUTDOWN_DRAIN: `301` is not a number from 0 to 300"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_LOG_FORMAT": "xml"], status: 65,
            says: "AIRWORTHY_LOG_FORMAT: `xml` is not a format; write text or json"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_BACKUP_EVERY": "soon"], status: 65,
            says: "AIRWORTHY_BACKUP_EVERY: `soon` is not a time from a minute to 30 days"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_BACKUP_EVERY": "31d"], status: 65,
            says: "AIRWORTHY_BACKUP_EVERY: `31d`"),
        Refused(
            arguments: [], environment: ["AIRWORTHY_BACKUP_KEEP": "0"], status: 65,
            says: "AIRWORTHY_BACKUP_KEEP: `0` is not a number from 1 to 1000"),
        Refused(arguments: ["--data", "/dev/null/data"], status: 73, says: "/dev/null/data: "),
        Refused(arguments: ["--data", "README.md"], status: 73, says: "is not a folder"),
        Refused(
            arguments: ["--host", "203.0.113.9", "--port", "0"], status: 69, says: "203.0.113.9 is not an address"),
        Refused(arguments: ["--host", "no.such.host.invalid"], status: 69, says: "no.such.host.invalid is neither"),
    ])
    func `an impossible start exits with a message`(_ refused: Refused) throws {
        let folder = try ScratchFolder(["README.md": "nothing\n"])
        // Overrides a variable of the shell that runs the tests.
        let environment = ["AIRWORTHY_DATA_DIRECTORY": folder.url.path + "/data"].merging(refused.environment) { $1 }
        let result = try Tool.run(["serve"] + refused.arguments, environment: environment, in: folder.url)
        #expect(result.status == refused.status)
        #expect(result.output.isEmpty)
        let line = result.errors.split(separator: "\n").last { $0.hasPrefix("airworthy: ") } ?? ""
        #expect(line.contains(refused.says), "\(result.errors)")
        #expect(!result.errors.contains("internal error"))
        #expect(!result.errors.contains("SECRETSECRET"))
        #expect(!result.errors.contains("me:pass"))
    }

    // MARK: Settings

    @Test func `--print-settings lists every setting`() throws {
        let result = try Tool.run(["serve", "--print-settings"])
        #expect(result.status == 0)
        let rows = result.output.split(separator: "\n").dropFirst(2)
        #expect(rows.count == 36)
        #expect(rows.allSatisfy { $0.filter { $0 == "|" }.count == 6 })
        #expect(result.output.contains("| `http.port` | `AIRWORTHY_HTTP_PORT` | `--port` | `8080` |"))
        #expect(result.output.contains("`AIRWORTHY_HTTP_PUBLIC_URL`"))
        #expect(result.output.contains("`AIRWORTHY_SIGNING_KEY`"))
    }

    @Test func `every variable sets its setting, and options take precedence`() throws {
        let table = try Tool.run(["serve", "--print-settings"]).output
        let values = [
            "http.host": "127.0.0.2", "http.port": "4711", "http.publicURL": "https://a.example",
            "http.trustedProxies": "10.0.0.0/8,::1", "http.maxConnections": "17",
            "http.maxConnectionsPerAddress": "5", "http.internalHost": "127.0.0.3",
            "http.internalPort": "4712", "http.dashboard": "off", "evaluation.concurrency": "3", "admin.timeLimit": "7",
            "app.publishesPerMinute": "8", "app.storage": "9", "tokens.perCreator": "10",
            "data.directory": "some where",
            "database.url": "postgresql://SECRET@h/d", "database.connections": "3", "database.slowStatement": "250",
            "data.maximumPages": "1000", "signing.key": "file:SECRET.key,env:SECRET", "signing.keyring": "ring.json",
            "apple.keys": "A@B=file:SECRET.p8,C=env:SECRET", "apple.url": "https://apple.example",
            "apple.interval": "60", "lookup.url": "none", "lookup.interval": "600",
            "webhooks.secrets": "a=env:SECRET,a=file:SECRET", "log.level": "warning",
            "log.format": "json", "otel.endpoint": "http://127.0.0.1:4318", "otel.headers": "env:SECRET",
            "otel.sampling": "0.25", "shutdown.drain": "17",
            "backup.every": "90m", "backup.keep": "9",
            "backup.directory": "backup folder",
        ]
        var environment: [String: String] = [:]
        for row in table.matches(of: /\| `([a-zA-Z.]+)` \| `([A-Z_]+)` \|/) {
            environment[String(row.2)] = values[String(row.1)]
        }
        #expect(environment.count == values.count)
        let listing = try Tool.run(["serve", "--print-config"], environment: environment)
        #expect(listing.status == 0)
        var expected = values
        for secret in ["signing.key", "apple.keys", "webhooks.secrets", "database.url", "otel.headers"] {
            expected[secret] = "(set, not shown)"
        }
        let shown = listing.output.split(separator: "\n").map { $0.components(separatedBy: " = ") }
        #expect(Dictionary(uniqueKeysWithValues: shown.map { ($0[0], $0[1]) }) == expected)
        #expect(!listing.output.contains("SECRET"))

        let option = try Tool.run(["serve", "--print-config", "--port", "99"], environment: environment)
        #expect(option.output.contains("http.port = 99\n"))
    }

    @Test func `an empty variable counts as not set`() throws {
        let environment = ["AIRWORTHY_HTTP_PORT": "", "AIRWORTHY_SIGNING_KEYRING": "", "AIRWORTHY_SIGNING_KEY": " , "]
        let listing = try Tool.run(["serve", "--print-config"], environment: environment)
        #expect(listing.status == 0)
        #expect(listing.output.contains("http.port = 8080\n"))
        #expect(listing.output.contains("signing.key = none\n"))
        #expect(listing.output.contains("signing.keyring = none\n"))
    }

    @Test(arguments: [("8192", "2048"), ("17", "4"), ("1", "1")])
    func `the share of an address is a quarter of the connections unless it is set`(most: String, share: String) throws
    {
        let listing = try Tool.run(
            ["serve", "--print-config"], environment: ["AIRWORTHY_HTTP_MAX_CONNECTIONS": most])
        #expect(listing.output.contains("http.maxConnectionsPerAddress = \(share)\n"))
    }

    @Test(arguments: [
        ("24", "24h"), ("1", "1h"), ("30m", "30m"), ("90m", "90m"), ("120m", "2h"), ("7d", "168h"), ("none", "none"),
        ("", "none"),
    ])
    func `the time between backups is in hours unless it has a unit`(text: String, shown: String) throws {
        let listing = try Tool.run(["serve", "--print-config"], environment: ["AIRWORTHY_BACKUP_EVERY": text])
        #expect(listing.output.contains("backup.every = \(shown)\n"))
    }
}
