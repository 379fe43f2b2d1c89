import Foundation
import Testing
import ToolTesting

/// A server whose certificate only a private authority vouches for.
@Suite(.blocking, .timeLimit(.minutes(5))) struct PrivateAuthorityTests {
    private static let server = """
        import http.server, ssl, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_GET(self):
                body = b'{"apps":[]}'
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *arguments): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("cert.pem", "key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """

    @Test func `the certificate of a private authority is trusted if it is named`() throws {
        let folder = try ScratchFolder(["server.py": Self.server, "empty.pem": "nothing"])
        let env = URL(fileURLWithPath: "/usr/bin/env")
        let made = try folder.run(
            [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
                "-days",
                "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ], program: env)
        try #require(made.status == 0, "\(made.errors)")
        let output = Pipe()
        let server = try ChildProcess(
            env, arguments: ["python3", "server.py"], in: folder.url, output: .pipe(output))
        defer {
            server.send(SIGKILL)
            _ = server.wait()
        }
        let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try #require(Int(port) != nil)

        func list(_ options: [String] = [], variable: String? = nil) throws -> Tool.Result {
            var environment = [
                "AIRWORTHY_SERVER": "https://localhost:\(port)", "AIRWORTHY_TOKEN": "adm_0123456789012345678901",
            ]
            environment["SSL_CERT_FILE"] = variable
            return try folder.run(["apps", "list"] + options, environment: environment)
        }
        let distrusted = try list()
        #expect(
            distrusted.status == 69 && distrusted.errors.contains("with --ca or SSL_CERT_FILE"), "\(distrusted.errors)")
        for result in [try list(["--ca", "cert.pem"]), try list(variable: "cert.pem")] {
            #expect(result.status == 0, "\(result.errors)")
        }
        let missing = try list(["--ca", "nowhere.pem"])
        #expect(missing.status == 66 && missing.errors.contains("nowhere.pem: no such file"), "\(missing.errors)")
        let empty = try list(["--ca", "empty.pem"])
        #expect(
            empty.status == 65 && empty.errors.contains("empty.pem: no certificate in PEM; see --ca"), "\(empty.errors)"
        )
    }
}
