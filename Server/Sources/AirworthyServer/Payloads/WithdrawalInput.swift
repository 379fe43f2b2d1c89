import AirworthyPolicy
package import ControlPlane
package import ReleaseCatalog

/// What an operator sends about releases that are not to be offered any more.
package enum WithdrawalInput {
    /// The members there are.
    package static let members = ["platform", "version", "build"]

    /// Reads an order.
    /// - Parameters:
    ///   - object: What was sent.
    ///   - app: Its first platform is meant when none is named.
    /// - Returns: The order.
    /// - Throws: ``Problem`` 400 with a pointer.
    package static func order(_ object: InputObject, for app: App) throws(Problem) -> OperatorOrder {
        let version: AppVersion
        let text = try object.requiredText("version")
        do throws(VersionError) {
            version = try AppVersion(text)
        } catch {
            throw .body(object.place("version"), error.message)
        }
        return .withdraw(version, build: try build(object), platform: try platform(object, app))
    }

    private static func platform(_ object: InputObject, _ app: App) throws(Problem) -> Platform {
        guard let text = try object.text("platform") else { return app.platforms.first ?? .ios }
        let platform = Platform(text)
        guard platform.isKnown || app.platforms.contains(platform) else {
            let names = (Platform.known + app.platforms.filter { !$0.isKnown }).map(\.description)
            throw .body(
                object.place("platform"), "it is not known; write one of \(names.joined(separator: ", "))")
        }
        return platform
    }

    private static func build(_ object: InputObject) throws(Problem) -> BuildNumber? {
        guard let text = try object.text("build") else { return nil }
        do throws(VersionError) {
            return try BuildNumber(text)
        } catch {
            throw .body(object.place("build"), error.message)
        }
    }
}
