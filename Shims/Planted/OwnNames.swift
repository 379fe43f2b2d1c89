// ios15: passes
import AirworthyUI
import Foundation

// Names of the app's own do not hide those of the client.
struct Setup {}
struct Transport {}

func planted(_ url: URL) -> Airworthy {
    let setup: Airworthy.Setup = .config(url)
    return Airworthy(
        setup, options: Airworthy.Options(transport: Airworthy.Transport { _ in throw CancellationError() }))
}
