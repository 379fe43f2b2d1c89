#if canImport(SwiftUI)
public import Airworthy
public import SwiftUI

extension Airworthy {
    /// Lets a sheet of the system come before the gate, such as the consent to a significant change of iOS 26.4. The gate stays
    /// in front of the app's content, but below the sheets and alerts of its window.
    ///
    /// ```swift
    /// await airworthy.standAside { await acknowledgeSignificantUpdate() }
    /// ```
    /// - Parameter operation: Shows the sheet and waits until it is gone.
    /// - Returns: The result of the operation.
    /// - Throws: The error of the operation.
    @MainActor public func standAside<Result>(
        during operation: @MainActor () async throws -> Result
    ) async rethrows -> Result {
        try await AirworthyModel.shared(for: self).standAside(during: operation)
    }
}

extension View {
    /// Keeps prompts and gates away while a condition holds and the view is visible, e.g. during a recording or a payment.
    /// Screens that are already visible stay.
    ///
    /// ```swift
    /// Recorder(isRecording: $isRecording).holdsInterruptions(while: isRecording)
    /// ```
    /// - Parameter isBusy: Whether to keep them away.
    /// - Returns: The view. Outside `updateGate` and `airworthyFeatures` it holds nothing.
    public func holdsInterruptions(while isBusy: Bool) -> some View { modifier(BusyView(isBusy: isBusy)) }
}

private struct BusyView: ViewModifier {
    @Environment(\.airworthyModel) private var model
    let isBusy: Bool

    func body(content: Content) -> some View {
        content.task(id: isBusy) {
            guard isBusy, let model else { return }
            // The task ends with the view, or when the condition changes.
            await model.airworthy.holdInterruptions { await Signal().wait(after: 0) }
        }
    }
}
#endif
