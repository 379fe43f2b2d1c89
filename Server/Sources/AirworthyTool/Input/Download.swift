import AirworthyTrust
import Foundation

/// Fetches a file with `curl`, which is on every machine that builds software.
///
/// Linking a client of our own would make every command start in twice the time, for the one option that needs it.
enum Download {
    /// The most seconds a download may take.
    static let longest = 10

    /// Fetches a manifest: over https, or http on this very machine; no redirects, at most 256 KiB, in 10 seconds.
    /// - Throws: ``ToolError`` with status 66 if it cannot be had, 65 for an address that must not be used or too much.
    static func file(_ address: String) throws(ToolError) -> InputFile {
        let isLocal = try checkAddress(address)
        let arguments =
            [
                "curl", "--disable", "--silent", "--show-error", "--globoff", "--max-redirs", "0",
                "--proto", isLocal ? "=http" : "=https", "--max-time", "\(longest)",
                "--write-out", "%{http_code}",
            ] + (isLocal ? ["--noproxy", "*"] : []) + ["--url", address]
        let (status, output, complaint) = try run(arguments)
        guard output.count <= limit + codeLength else {
            throw ToolError(.badData, "\(address.printable): sends more than \(limit >> 10) KiB; it is no manifest")
        }
        guard status == 0 else {
            let reason = complaint.isEmpty ? "curl ended with \(status)" : complaint
            throw ToolError(.missingFile, "\(address.printable): cannot be fetched: \(reason.printable)")
        }
        let code = String(decoding: output.suffix(codeLength), as: UTF8.self)
        guard code == "200" else {
            let help =
                code.hasPrefix("3")
                ? "redirects are not followed; give the final address"
                : "for the very first manifest give --revision 1 and leave out --previous"
            throw ToolError(.missingFile, "\(address.printable): answered \(code.printable); \(help)")
        }
        return InputFile(name: address.printable, bytes: Array(output.dropLast(codeLength)))
    }

    /// - Returns: Whether it is plain http on this machine.
    private static func checkAddress(_ address: String) throws(ToolError) -> Bool {
        let parts = URLComponents(string: address)
        let host = parts?.host ?? ""
        guard !host.isEmpty, parts?.user == nil, parts?.password == nil else {
            throw ToolError(.badData, "\(address.printable): is no address, or has a user name in it")
        }
        switch parts?.scheme?.lowercased() {
        case "https": return false
        case "http" where ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host): return true
        case "http":
            throw ToolError(
                .badData, "\(address.printable): is not encrypted; http is for this machine only, use https")
        default: throw ToolError(.badData, "\(address.printable): is neither a file nor an https address")
        }
    }

    private static let limit = SignedManifest.maximumSize
    private static let codeLength = 3

    private static func run(_ arguments: [String]) throws(ToolError) -> (Int32, [UInt8], String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let (output, complaint) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (
            FileHandle.nullDevice, output, complaint
        )
        do {
            try process.run()
            var bytes: [UInt8] = []
            while let part = try output.fileHandleForReading.read(upToCount: 1 << 16), !part.isEmpty {
                bytes += part
                if bytes.count > limit + codeLength { break }
            }
            // Ends a curl that has more to say. Asking it to terminate would not: it inherits a mask of signals.
            try output.fileHandleForReading.close()
            // One line at most, which the pipe holds while nobody reads it.
            let line = try complaint.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            if process.terminationStatus == 127 {
                throw ToolError(.missingFile, "curl is not there; install it, or fetch the file and give its name")
            }
            let text = String(decoding: line, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
            return (process.terminationStatus, bytes, text)
        } catch let error as ToolError {
            throw error
        } catch {
            throw ToolError(.internalError, "curl cannot be started: \(error.localizedDescription)")
        }
    }
}
