import AirworthyChannel
import AirworthyPolicy

extension ChannelHost {
    /// Explains why nothing can tell the distribution channel here. Of an unknown channel an app is neither blocked nor prompted, so nobody
    /// would notice.
    /// - Parameters:
    ///   - rungs: The evidence that there is.
    ///   - declared: The channel that the app declares.
    /// - Returns: The explanation with the remedy; `nil` if something can tell it.
    func missingEvidence(among rungs: [any ChannelRung], declared: Channel?) -> String? {
        guard declared == nil, family != .other, !isSimulator, !isDebugBuild else { return nil }
        guard !steps.contains(where: { step in rungs.contains { $0.step == step } }) else { return nil }
        let reason =
            hasReceipt
            ? "Nothing on this version of \(family.rawValue) may be asked how the app was distributed"
            : "The app has no receipt of the App Store"
        return
            "\(reason), so its channel is unknown and no gate or prompt appears; declare it, e.g. options.declaredChannel = .web."
    }
}
