// One declaration of each sort that the text of an API has to show, or to leave out.
import Foundation

/// Shown with its conformances, without the members that these promise.
public struct Shown: Comparable, Codable, CustomStringConvertible, Sendable {
    public let constant: Int
    public private(set) var readable: Int
    package var packaged = 0
    var hidden = 0
    @_spi(Testing) public var forTests: Int { constant }
    public var description: String { "\(constant)" }

    @_spi(Testing) public init(forTests constant: Int) { self.init(constant) }
    public init(_ constant: Int = 3, labels: [String: String] = [:]) { (self.constant, readable) = (constant, 0) }

    public static func < (lhs: Shown, rhs: Shown) -> Bool { lhs.constant < rhs.constant }

    @available(*, deprecated, renamed: "newName()")
    public func oldName() {}
    @discardableResult public func newName() async throws(CancellationError) -> Int { constant }
    public nonisolated(nonsending) func wait(for operation: nonisolated(nonsending) () async -> Int) async {}

    public enum Kind: String, Hashable, Sendable { case first, second }
}

@available(iOS 18.0, macOS 15.0, *)
@MainActor public final class Isolated<Value: Sendable> {
    public var value: Value
    public nonisolated var name: String { "name" }
    public init(value: Value) { self.value = value }
    @available(iOS 26.0, macOS 26.0, *)
    public func later() {}
}

public protocol Requiring {
    associatedtype Wanted
    func needed() -> Wanted
}

extension Requiring {
    public func given() {}
}

extension Array: Requiring where Element: Comparable {
    public func needed() -> Int { 0 }
}

extension Array where Element == Shown {
    public var total: Int { count }
}

extension Int: Requiring {
    public func needed() {}
}

@_spi(Testing) public struct ForTests {}
package struct Packaged {}

#if os(macOS)
public func onMac() {}
public struct OnMac {
    public var alsoOnMac: Int
}
#else
extension Shown {
    public func notOnMac() {}
}
#endif
