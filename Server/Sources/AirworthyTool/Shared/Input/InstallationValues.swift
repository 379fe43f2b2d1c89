import AirworthyPolicy

/// An invalid value that describes an installation. Options and tables have the same rules for these values.
struct InvalidValue: Error {
    /// The reason and the advice, without the name of the option or column.
    let text: String

    fileprivate init(_ value: String, expected: String) {
        text = "`\(value.printable.prefix(80))` is not valid; write \(expected)"
    }

    fileprivate init(_ error: VersionError) { text = error.message }
}

extension AppVersion {
    init(value: String) throws(InvalidValue) {
        do throws(VersionError) {
            try self.init(value)
        } catch {
            throw InvalidValue(error)
        }
    }
}

extension BuildNumber {
    init(value: String) throws(InvalidValue) {
        do throws(VersionError) {
            try self.init(value)
        } catch {
            throw InvalidValue(error)
        }
    }
}

extension Platform {
    init(value: String) throws(InvalidValue) {
        self.init(value)
        guard isKnown else {
            throw InvalidValue(value, expected: Platform.known.map(\.description).joined(separator: ", "))
        }
    }
}

extension Channel {
    init(value: String) throws(InvalidValue) {
        self.init(value)
        guard isKnown else { throw InvalidValue(value, expected: Channel.knownNames.joined(separator: ", ")) }
    }
}

extension OperatingSystem {
    init(value: String) throws(InvalidValue) {
        guard let system = OperatingSystem(value) else {
            let names = Platform.known.map(\.displayName).joined(separator: ", ")
            throw InvalidValue(value, expected: "a name and a version, such as iOS=17.4 or \"iOS 17.4\" (\(names))")
        }
        self = system
    }
}

extension Storefront {
    init(value: String) throws(InvalidValue) {
        guard let storefront = Storefront(value) else {
            throw InvalidValue(value, expected: "a country such as JP or JPN")
        }
        self = storefront
    }
}
