import AirworthyTrust
import Foundation
import OutgoingHTTP

/// Downloads a manifest that anybody may read.
enum ManifestDownload {
    /// The time limit in seconds.
    private static let timeLimit = 10

    /// Downloads a manifest of at most 256 KiB over https, or over http from this machine. Redirects are not followed.
    static func file(at address: String) async throws(ToolError) -> InputFile {
        try checkAddress(address)
        let response = try await response(from: address)
        guard response.status == 200 else {
            let help =
                (300..<400).contains(response.status)
                ? "redirects are not followed; give the final address"
                : "for the very first manifest give --revision 1 and leave out --previous"
            throw .missingFile("\(address.printable): answered \(response.status); \(help)")
        }
        return InputFile(name: address.printable, bytes: response.body)
    }

    private static func response(from address: String) async throws(ToolError) -> HTTPTransport.Response {
        let request = HTTPTransport.Request(
            url: address, headers: [("Accept", "application/json"), ("User-Agent", "airworthy/\(toolVersion)")])
        let limit = SignedManifest.maximumSize
        do {
            return try await withHTTPTransport(to: address, timeout: .seconds(timeLimit), maximumBody: limit) {
                try await $0.send(request)
            }
        } catch HTTPTransport.Failure.tooLarge {
            throw .badData("\(address.printable): answered more than \(limit >> 10) KiB; not a manifest")
        } catch HTTPTransport.Failure.timedOut {
            throw .missingFile("\(address.printable): the download failed: no whole answer within \(timeLimit) s")
        } catch HTTPTransport.Failure.unreachable(let why) {
            throw .missingFile("\(address.printable): the download failed: \(why.printable)")
        } catch {
            throw .internalError("\(address.printable): the download failed: \(error)")
        }
    }

    /// Rejects an address that is not encrypted, unless it is on this machine.
    private static func checkAddress(_ address: String) throws(ToolError) {
        let parts = URLComponents(string: address)
        let host = parts?.host ?? ""
        guard !host.isEmpty, parts?.user == nil, parts?.password == nil else {
            throw ToolError.badData("\(address.printable): not an address, or it contains a user name")
        }
        switch parts?.scheme?.lowercased() {
        case "https": break
        case "http" where ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host): break
        case "http":
            throw ToolError.badData("\(address.printable): not encrypted; \(ServerAddress.httpRule)")
        default: throw ToolError.badData("\(address.printable): neither a file nor an https address")
        }
    }
}
