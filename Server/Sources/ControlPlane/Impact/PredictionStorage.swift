package import Foundation

/// The reads of the predictions. Histories come newest first.
package protocol PredictionReads {
    /// Returns the predictions of revisions of an app in a range, newest first.
    func predictions(of app: String, revisions: ClosedRange<Int>) throws -> [Prediction]
    /// Returns the predictions that were made before a date and have no reports of a window yet, oldest first, at most `limit`.
    func predictions(without window: Prediction.Window, madeBefore date: Date, limit: Int) throws -> [Prediction]
}

/// The changes of the predictions.
package protocol PredictionWrites: PredictionReads {
    /// Adds the prediction of a revision.
    func insertPrediction(_ prediction: Prediction) throws
    /// Stores what installations reported in a window after a revision. Does nothing without a prediction.
    func setObservation(_ text: String, of app: String, revision: Int, window: Prediction.Window) throws
}
