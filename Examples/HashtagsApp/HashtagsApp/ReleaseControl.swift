import Airworthy
import Foundation

/// The sources of this app's rules and release data. Choose them here; the rest of the app stays the same.
enum ReleaseControl {
    /// The three ways to run it.
    enum SetUp {
        /// No own infrastructure: the App Store reports the newest release.
        case noBackend
        /// A signed file on any web host, written by `airworthy sign`.
        case signedFile
        /// An Airworthy server.
        case server
    }

    static let setUp = SetUp.noBackend

    /// The only client of the process.
    static let airworthy = Airworthy(source)

    private static var source: Airworthy.Setup {
        switch setUp {
        case .noBackend:
            .appStore(id: 1_234_567_890)
        case .signedFile:
            .manifest(url("https://hashtags.example.com/release-control.json"), app: "hashtags", roots: roots)
        case .server:
            // `make demo` starts one at http://127.0.0.1:8080, which a simulator can reach; it prints this line.
            .server(url("https://updates.example.com"), app: "hashtags", roots: roots)
        }
    }

    /// Two sample keys, so that you can lose one. Create your own with `airworthy keys new`.
    private static let roots = [
        "/DTn9VumkJY5SWRQ4V9JjJwk+zUMgamWYGkliutZjac=", "PPiG9OxF7otF2koksCW3KZWdqGLu/VT6KrCHJt7d0U8=",
    ]

    private static func url(_ text: String) -> URL {
        guard let url = URL(string: text) else { preconditionFailure("not a URL: \(text)") }
        return url
    }
}
