import AirworthyPolicy

/// What a launch waits for. Until it is there, or could not be had, a block that it brings comes up at once; later that would
/// be in the middle of somebody's work.
enum LaunchPart: Hashable, Sendable {
    /// The first answer of the sources.
    case answer
    /// How this copy was distributed.
    case channel
    /// The store of the account.
    case storefront
}

extension ClientCore {
    /// As what a change by this part is presented.
    func trigger(of part: LaunchPart) -> Presentation.Trigger {
        state.withLock { $0.launch.contains(part) } ? .launch : .refresh
    }

    /// The launch waits for it no longer.
    func launched(_ part: LaunchPart) {
        state.withLock { _ = $0.launch.remove(part) }
        if part == .storefront { storefrontIsRead.send() }
    }
}

extension ClientState {
    /// Whether the App Store is to be asked about the account's country, which may still be told.
    var lacksStorefront: Bool {
        guard let facts, launch.contains(.storefront), !isStorefrontSaid else { return false }
        return facts.storefront(for: installation) == nil
    }
}
