import Testing

@testable import AirworthyUI

@Suite struct SceneClaimsTests {
    private var claims = SceneClaims()

    @Test mutating func `of three scenes the one that became active last shows it, and keeps it`() {
        for id in 1...3 { claims.set(id, .inactive) }
        claims.settle(isWanted: true)
        #expect(claims.holder == nil, "nobody looks at any of them yet")
        claims.set(1, .active)
        claims.set(2, .active)
        claims.settle(isWanted: true)
        #expect(claims.holder == 2)
        claims.set(3, .active)
        claims.settle(isWanted: true)
        #expect(claims.holder == 2)
        claims.set(2, .inactive)
        claims.settle(isWanted: true)
        #expect(claims.holder == 2)
    }

    @Test mutating func `the only scene shows it whatever is known of its phase`() {
        claims.set(1, .background)
        claims.settle(isWanted: true)
        #expect(claims.holder == 1)
    }

    @Test mutating func `where UIKit owns the scenes none is ever told to be active, and one shows it all the same`() {
        claims.set(1, .background)
        claims.set(2, .background)
        claims.settle(isWanted: true)
        #expect(claims.holder == 2)
        claims.set(1, .active)
        claims.settle(isWanted: true)
        #expect(claims.holder == 1, "a scene of SwiftUI's that comes to the front has it at once")
    }

    @Test mutating func `it moves when its scene is out of sight or gone, and another is in use`() {
        claims.set(1, .active)
        claims.settle(isWanted: true)
        claims.set(1, .background)
        claims.settle(isWanted: true)
        #expect(claims.holder == 1, "the app as a whole went away")
        claims.set(2, .active)
        claims.settle(isWanted: true)
        #expect(claims.holder == 2)
        claims.set(1, .active)
        claims.remove(2)
        claims.settle(isWanted: true)
        #expect(claims.holder == 1)
    }

    @Test mutating func `nobody holds what is not there`() {
        claims.set(1, .active)
        claims.settle(isWanted: true)
        claims.settle(isWanted: false)
        #expect(claims.holder == nil)
    }

    @Test mutating func `the app is in the background when all of its scenes are`() {
        #expect(!claims.isAllInBackground)
        claims.set(1, .background)
        claims.set(2, .active)
        #expect(!claims.isAllInBackground)
        claims.set(2, .background)
        #expect(claims.isAllInBackground)
    }
}
