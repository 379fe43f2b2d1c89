#if canImport(SwiftUI) && !os(watchOS)
import Airworthy

extension AirworthyModel {
    private struct Entry {
        weak var model: AirworthyModel?
    }

    /// The models in use, by client. Views keep them alive.
    private static var models: [ObjectIdentifier: Entry] = [:]

    /// The one model of a client.
    /// - Parameters:
    ///   - airworthy: The client.
    ///   - isHolding: Whether the app's content waits for the first answer, if the model is new.
    /// - Returns: The model.
    static func shared(for airworthy: Airworthy, isHolding: Bool = false) -> AirworthyModel {
        // A model holds its client, so an identifier in use cannot be somebody else's.
        models = models.filter { $0.value.model != nil }
        let id = ObjectIdentifier(airworthy)
        if let model = models[id]?.model { return model }
        let model = AirworthyModel(airworthy, isHolding: isHolding)
        models[id] = Entry(model: model)
        return model
    }
}
#endif
