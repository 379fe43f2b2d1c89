import Airworthy
import AirworthyPolicy
import Foundation

/// The app's own JSON for the source `json`, e.g. `{"oldest": "2.2.1", "store": "https://apps.apple.com/app/id42"}`.
struct OwnFormat: Decodable {
    let oldest: String
    let store: String?

    @Sendable static func policy(_ data: Data) throws -> Policy {
        let file = try JSONDecoder().decode(OwnFormat.self, from: data)
        return Policy { Minimum(file.oldest, url: file.store) }
    }
}
