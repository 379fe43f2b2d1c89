package import HTTPTypes

extension HTTPFields {
    /// The value of a field, several joined by commas: the same as the subscript, without joining where there is one.
    package func value(of name: HTTPField.Name) -> String? {
        var value: String?
        for field in self where field.name == name {
            if value != nil { return self[name] }
            value = field.value
        }
        return value
    }
}
