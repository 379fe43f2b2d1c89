import ControlPlane
import Foundation

extension Dashboard {
    var screensRoutes: [PageRoute] {
        [
            .page("/apps/{app}/screens") { request in
                let served = try plane.served.app(request.app)
                let model = ScreensModel(request.query, of: served, server: surroundings.publicURL, now: now())
                return try page(
                    model, template: "screens", title: "What people see", at: .screens, of: served.app, for: request)
            }
        ]
    }
}
