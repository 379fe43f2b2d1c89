package import AppStoreConnect
package import ReleaseCatalog

extension Hint {
    /// What an event tells to look at; `nil` for a ping, and for what is of no concern to releases.
    package init?(_ event: WebhookEvent) {
        switch (event.type, event.instance?.id) {
        case ("buildBetaDetailExternalBuildStateUpdated", let id?): self.init(.build(id), state: event.newState)
        case ("appStoreVersionAppVersionStateUpdated", let id?): self.init(.version(id), state: event.newState)
        case ("buildBetaDetailExternalBuildStateUpdated", nil), ("appStoreVersionAppVersionStateUpdated", nil),
            ("buildUploadStateUpdated", _):
            self.init(.other)
        default: return nil
        }
    }
}
