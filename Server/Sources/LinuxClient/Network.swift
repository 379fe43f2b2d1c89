import Airworthy
import Foundation

extension Transport {
    /// The network of a device on which only some hosts are there, each on a port of this machine. The real transport asks
    /// them; the app takes it for https, as it would be where the app is used.
    /// - Parameter hosts: Where each host really is.
    /// - Returns: The transport. Any other host cannot be found.
    static func reaching(_ hosts: [String: URL]) -> Transport {
        let real = Transport.urlSession()
        return Transport { request in
            guard let name = request.url.host, let place = hosts[name],
                var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
            else { throw URLError(.cannotFindHost) }
            (parts.scheme, parts.host, parts.port) = (place.scheme, place.host, place.port)
            guard let url = parts.url else { throw URLError(.badURL) }
            var asked = request
            asked.url = url
            var response = try await real.send(asked)
            response.url = request.url
            return response
        }
    }
}
