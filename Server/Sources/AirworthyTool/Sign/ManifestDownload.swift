import AirworthyTrust
import Foundation

/// Downloads a manifest with `curl`, which is on every machine that builds software.
///
/// An HTTP client in this process would double the start-up time of every command, for a single option.
enum ManifestDownload {
    /// The time limit in seconds.
    private static let timeLimit = 10

    /// Downloads a manifest of at most 256 KiB over https, or over http from this machine. Redirects are not followed.
    /// - Throws: ``ToolError`` with status 66 if the download fails, 65 for an invalid address or a file that is too large.
    static func file(at address: String) throws(ToolError) -> InputFile {
        let isLocal = try checkAddress(address)
        let arguments =
            [
                "curl", "--disable", "--silent", "--show-error", "--globoff", "--max-redirs", "0",
                "--proto", isLocal ? "=http" : "=https", "--max-time", "\(timeLimit)",
                "--write-out", "%{http_code}",
            ] + (isLocal ? ["--noproxy", "*"] : []) + ["--url", address]
        let (status, output, errorText) = try run(arguments)
        guard output.count <= limit + codeLength else {
            throw ToolError.badData("\(address.printable): answered more than \(limit >> 10) KiB; not a manifest")
        }
        guard status == 0 else {
            let reason = errorText.isEmpty ? "curl exited with \(status)" : errorText
            throw ToolError.missingFile("\(address.printable): the download failed: \(reason.printable)")
        }
        let code = String(decoding: output.suffix(codeLength), as: UTF8.self)
        guard code == "200" else {
            let help =
                code.hasPrefix("3")
                ? "redirects are not followed; give the final address"
                : "for the very first manifest give --revision 1 and leave out --previous"
            throw ToolError.missingFile("\(address.printable): answered \(code.printable); \(help)")
        }
        return InputFile(name: address.printable, bytes: Array(output.dropLast(codeLength)))
    }

    /// - Returns: Whether the address is plain http on this machine.
    private static func checkAddress(_ address: String) throws(ToolError) -> Bool {
        let parts = URLComponents(string: address)
        let host = parts?.host ?? ""
        guard !host.isEmpty, parts?.user == nil, parts?.password == nil else {
            throw ToolError.badData("\(address.printable): not an address, or it contains a user name")
        }
        switch parts?.scheme?.lowercased() {
        case "https": return false
        case "http" where ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host): return true
        case "http":
            throw ToolError.badData("\(address.printable): not encrypted; http is for this machine only, use https")
        default: throw ToolError.badData("\(address.printable): neither a file nor an https address")
        }
    }

    private static let limit = SignedManifest.maximumSize
    private static let codeLength = 3

    private static func run(_ arguments: [String]) throws(ToolError) -> (
        status: Int32, output: [UInt8], errorText: String
    ) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let (output, errors) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, output, errors
        )
        do {
            try process.run()
            var bytes: [UInt8] = []
            while let part = try output.fileHandleForReading.read(upToCount: 1 << 16), !part.isEmpty {
                bytes += part
                if bytes.count > limit + codeLength { break }
            }
            // Stops a curl that sends more. `terminate()` would not, because curl inherits a signal mask that blocks it.
            try output.fileHandleForReading.close()
            // curl writes one line at most, which fits into the pipe's buffer.
            let line = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            if process.terminationStatus == 127 {
                throw ToolError.missingFile("curl is not installed; install it, or download the file and give its name")
            }
            let text = String(decoding: line, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
            return (process.terminationStatus, bytes, text)
        } catch let error as ToolError {
            throw error
        } catch {
            throw ToolError.internalError("curl cannot be started: \(error.localizedDescription)")
        }
    }
}
