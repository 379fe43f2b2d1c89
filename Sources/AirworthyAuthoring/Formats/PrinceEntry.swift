import AirworthyPolicy

/// One entry of v2, or the object of v1, for one platform.
struct PrinceEntry {
    var id: String
    var platform: Platform
    /// The conditions of the entry, apart from the platform.
    var requirements: [Condition] = []
    /// The version below which the update is required.
    var required: BuildVersion?
    /// The oldest system to which ``required`` applies (v1).
    var requiredOS: AppVersion?
    /// The version below which the update is recommended.
    var last: BuildVersion?
    /// The oldest system to which ``last`` applies (v1).
    var lastOS: AppVersion?
    var remind = Reminder.once
    var meta: JSONObject?
    /// Whether the entry ends the search if its conditions hold (v2).
    var isFinal = true

    /// The version that the entry leads to.
    var offered: BuildVersion? { [required, last].compactMap { $0 }.max() }

    /// The releases that the entry asserts to be on the App Store.
    var releases: [Release] {
        guard let offered else { return [] }
        guard let last, offered == last else { return [.asserted(offered, platform: platform, minimumOS: requiredOS)] }
        let newest = Release.asserted(last, platform: platform, minimumOS: lastOS)
        // A device that cannot run the newest release gets the oldest one that need not update.
        guard lastOS != nil, let required, required < last else { return [newest] }
        return [newest, .asserted(required, platform: platform, minimumOS: requiredOS)]
    }

    /// The rules in order: required, recommended, and in v2 one that ends the search.
    ///
    /// - Parameter newest: The newest version that any entry of the platform offers. An entry that offers an older one
    ///   has it as its target.
    /// - Returns: One to three rules.
    func rules(newest: BuildVersion?) -> [Rule] {
        let scope = [.platform([platform])] + requirements
        let target = offered == newest ? nil : offered.map { UpdateTarget(version: $0.version, build: $0.build) }
        var rules: [Rule] = []
        func add(_ suffix: String, level update: UpdateLevel, when conditions: [Condition]) {
            var effect = Effect(update: update)
            if update != .none { effect.target = target }
            if update == .recommended { effect.remind = remind }
            rules.append(Rule(id: "\(id)-\(suffix)", when: .every(scope + conditions), effect: effect, meta: meta))
        }
        if let required {
            add(
                "required", level: .required,
                when: Condition.os(platform, atLeast: requiredOS) + [.version(required.below)])
        }
        if let last, required.map({ $0 < last }) ?? true {
            let range = floor.map { $0.upTo(last) } ?? last.below
            add("recommended", level: .recommended, when: Condition.os(platform, atLeast: lastOS) + [.version(range)])
        }
        if isFinal { add("current", level: .none, when: required.map { [.version($0.andLater)] } ?? []) }
        return rules
    }

    /// The version from which the recommended rule applies: the end of the required one, if that applies to all systems
    /// to which this one applies.
    private var floor: BuildVersion? {
        guard let requiredOS else { return required }
        return lastOS.map { $0 >= requiredOS } ?? false ? required : nil
    }
}
