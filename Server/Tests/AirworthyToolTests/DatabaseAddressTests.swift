import AirworthyPolicy
import ControlPlaneTesting
import Foundation
import PersistencePostgres
import ServerSupport
import Testing

@testable import AirworthyTool

@Suite struct DatabaseAddressTests {
    private func address(_ url: String) throws -> PostgresAddress? {
        try DatabaseAddress.postgres(option: nil, environment: [DatabaseAddress.variable: url])
    }

    @Test(
        arguments: [
            ("postgres://db.example.com/airworthy", "postgresql://db.example.com/airworthy"),
            (
                "postgresql://app@db.example.com:6432/airworthy?sslmode=verify-full",
                "postgresql://app@db.example.com:6432/airworthy"
            ),
            ("postgresql://app:p%40ss%2F@db/a", "postgresql://app@db/a"),
            ("postgresql://app:pa#ss@db/a", "postgresql://app@db/a"),
            ("postgresql://a.example.com:5433,b.example.com/db", "postgresql://a.example.com:5433,b.example.com/db"),
            ("postgresql://a,b:5433,[::1]:7/db", "postgresql://a,b:5433,[::1]:7/db"),
            ("postgresql://[2001:db8::1]/db?ssl=true", "postgresql://[2001:db8::1]/db"),
            ("postgresql:///db?host=/run/postgresql&user=app", "postgresql://app@%2Frun%2Fpostgresql/db"),
            ("postgresql://%2Frun%2Fpostgresql/db", "postgresql://%2Frun%2Fpostgresql/db"),
            ("postgresql://h/?dbname=x%20y&password=s3cret", "postgresql://h/x%20y"),
            ("postgresql://h/d?options=-c%20search_path%3Da", "postgresql://h/d"),
            ("postgresql://h/d?", "postgresql://h/d"),
            ("postgresql://?service=main", "postgresql:///?service=main"), ("postgresql://%1b@h/d", nil),
            ("postgresql://us%C2%9Ber@h/d", "postgresql://us%C2%9Ber@h/d"),
        ] as [(String, String?)])
    func `URLs are read as libpq reads them, and shown without secrets`(url: String, text: String?) throws {
        guard let text else {
            #expect(throws: ToolError.self) { try address(url) }
            return
        }
        let found = try #require(try address(url))
        #expect(found.description == text)
        #expect("\(DatabaseAddress.postgres(found))" == text)
        #expect(!String(reflecting: found).contains("settings") && !"\(found)".contains("s3cret"))
        #expect(!"\(Mirror(reflecting: found).children.map { "\($0)" })".contains("s3cret"))
    }

    @Test(
        arguments: [
            ("", nil), ("mysql://h/d", "write it as postgresql://"), ("h/d", "write it as postgresql://"),
            ("POSTGRES://h/d", "write it as postgresql://"), ("host=h dbname=d", "write it as postgresql://"),
            (" postgres://h/d", "write it as postgresql://"), ("postgres:/h/d", "write it as postgresql://"),
            ("postgres:///d", "names no host"), ("postgres://", "names no host"), ("postgres://u@/d", "names no host"),
            ("postgres://a,,b/d", "names no host"), ("postgres:///d?host=", "names no host"),
            ("postgres://h", "names no database"),
            ("postgres://h/", "names no database"), ("postgres://h:0/d", "invalid port"),
            ("postgres://h:99999/d", "invalid port"),
            ("postgres://h:x/d", "invalid port"), ("postgres://h:+5/d", "invalid port"),
            ("postgres:///d?host=a,b,c&port=1,2", "invalid port"),
            ("postgres://h h/d", "control character"), ("postgres://h/d\n", "control character"),
            ("postgres://h/d\0", "control character"), ("postgres://h/d%00", "not followed by"),
            ("postgres://h/d%0a", "control character"),
            ("postgres://h/d\u{9B}", "control character"), ("postgres://hä/d", "control character"),
            ("postgres://h/d%zz", "not followed by"),
            ("postgres://h/d%4", "not followed by"), ("postgres://h/%ff", "libpq cannot read"),
            ("postgres://h/d?sslmode=verify-ful", "sslmode is one of"),
            ("postgres://h/d?passwrd=x", "option 1 after the ?"),
            ("postgres://h/d?sslmode=require&x", "option 2 after the ?"), ("postgres://h/d?a=b=c", "option 1"),
            ("postgres://h/d?&sslmode=require", "option 1 after the ?"), ("postgres://h!/d", "invalid host"),
            ("postgres://[::1/d", "libpq cannot read"), ("postgres://u:p@ss@h/d", "%40"),
            ("postgres://u:p/ss@h/d", "%2F"),
            ("postgres://u:p?ss@h/d", "%3F"), ("postgres://h/d@x", "%40"), ("postgres://h/d?host=a@b", "%40"),
        ] as [(String, String?)])
    func `invalid URLs are rejected with one sentence that quotes nothing`(url: String, words: String?) throws {
        guard let words else {
            #expect(try address(url) == nil)
            return
        }
        let error = #expect(throws: ToolError.self) { try address(url) }
        #expect(error?.status == .badData)
        let text = error?.description ?? ""
        #expect(text.hasPrefix("AIRWORTHY_DATABASE_URL: ") && text.contains(words), "\(url.debugDescription): \(text)")
        #expect(!HostileText.isHostile(text) && !text.contains("\n"))
    }

    @Test(arguments: [
        "postgres://u:s3cret@h/d", "postgres://:s3cret@h/d", "postgres://h/d?password=s3cret",
        "postgres://h/d?sslpassword=s3cret", "postgres://u:x@h/d?password=s3cret",
    ])
    func `the option takes no password, and says where to put it`(url: String) throws {
        let error = #expect(throws: ToolError.self) {
            try DatabaseAddress.postgres(option: url, environment: [:])
        }
        #expect(error?.status == .badData)
        let text = error?.description ?? ""
        for word in ["--database: ", "AIRWORTHY_DATABASE_URL", "PGPASSWORD", "PGPASSFILE"] {
            #expect(text.contains(word))
        }
        #expect(!text.contains("s3cret"))
        #expect(try #require(try address(url)).settings.contains("'s3cret'"))
    }

    @Test func `the option takes precedence over the variable`() throws {
        let environment = [DatabaseAddress.variable: "postgres://u:s3cret@variable/d"]
        let option = try DatabaseAddress.postgres(option: "postgres://option/d", environment: environment)
        #expect(option?.hosts == ["option"])
        #expect(try DatabaseAddress.postgres(option: nil, environment: environment)?.hosts == ["variable"])
        #expect(try DatabaseAddress.postgres(option: nil, environment: [:]) == nil)
    }

    @Test func `of several hosts the one that accepts writes is chosen, unless the URL says otherwise`() throws {
        #expect(try #require(try address("postgres://a,b/d")).settings.contains("target_session_attrs='read-write'"))
        #expect(try #require(try address("postgres://a/d")).settings.contains("target_session_attrs") == false)
        let any = try #require(try address("postgres://a,b/d?target_session_attrs=any&connect_timeout=3"))
        #expect(any.settings.contains("target_session_attrs='any'") && any.settings.contains("connect_timeout='3'"))
    }

    @Test func `values are quoted in the connection string`() throws {
        let settings = try #require(try address(#"postgres://u:a'b\c%20d@h/d"#)).settings
        #expect(settings.contains(#"password='a\'b\\c d'"#), "\(settings)")
    }

    /// The password is a random text around a marker; the parts of a URL stand in random order and are damaged at random.
    @Test func `no description and no error contains the password, whatever the URL`() throws {
        let marker = "s3cret"
        let noise =
            Array("@:/?#&=%,[]' \\\n\u{0}\u{9B}äpw1").map(String.init) + ["%40", "%2F", "%00", "://", "postgres://"]
        var accepted = 0
        for seed in 0..<5_000 {
            var random = Seeded(UInt64(seed))
            func some(_ most: Int) -> String {
                (0..<Int.random(in: 0...most, using: &random)).map { _ in noise.randomElement(using: &random)! }
                    .joined()
            }
            let password = some(2) + marker + some(2)
            let name = ["user", "", "u%40"].randomElement(using: &random)!
            let host = ["h", "h:5432", "a,b", "[::1]", "", some(2)].randomElement(using: &random)!
            let path = ["/d", "", "/", "/d?sslmode=require", "/d" + some(2)].randomElement(using: &random)!
            var url = "postgres://\(name):\(password)@\(host)\(path)"
            if Int.random(in: 0..<4, using: &random) == 0 {
                url = "postgres://\(name)@\(host)\(path)\(path.contains("?") ? "&" : "?")password=\(password)"
            }
            for option in [url, nil] {
                do throws(ToolError) {
                    let address = try DatabaseAddress.postgres(
                        option: option, environment: [DatabaseAddress.variable: url])
                    accepted += 1
                    let texts = ["\(address!)", String(reflecting: address), "\(DatabaseAddress.postgres(address!))"]
                    #expect(!texts.contains { $0.contains(marker) }, "seed \(seed): \(url.debugDescription) \(texts)")
                } catch {
                    #expect(!"\(error)".contains(marker), "seed \(seed): \(url.debugDescription)")
                }
            }
        }
        #expect(accepted > 100)
    }
}
