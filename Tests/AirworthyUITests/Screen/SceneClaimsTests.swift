import Testing

@testable import AirworthyUI

@Suite struct SceneClaimsTests {
    private var claims = SceneClaims()

    @Test mutating func `the scene that became active last shows the prompt and keeps it`() {
        for id in 1...3 { claims.set(.inactive, for: id) }
        claims.assignHolder(isWanted: true)
        #expect(claims.holder == nil, "nobody looks at any of them yet")
        claims.set(.active, for: 1)
        claims.set(.active, for: 2)
        claims.assignHolder(isWanted: true)
        #expect(claims.holder == 2)
        claims.set(.active, for: 3)
        claims.assignHolder(isWanted: true)
        #expect(claims.holder == 2)
        claims.set(.inactive, for: 2)
        claims.assignHolder(isWanted: true)
        #expect(claims.holder == 2)
    }

    @Test mutating func `the only scene shows the prompt in any phase`() {
        claims.set(.background, for: 1)
        claims.assignHolder(isWanted: true)
        #expect(claims.holder == 1)
    }

    @Test mutating func `a prompt is shown although scenes that UIKit owns never report an active phase`() {
        claims.set(.background, for: 1)
        claims.set(.background, for: 2)
        claims.assignHolder(isWanted: true)
        #expect(claims.holder == 2)
        claims.set(.active, for: 1)
        claims.assignHolder(isWanted: true)
        #expect(claims.holder == 1, "a scene of SwiftUI's that comes to the front has it at once")
    }

    @Test mutating func `a prompt moves when its scene is hidden or closed and another is active`() {
        claims.set(.active, for: 1)
        claims.assignHolder(isWanted: true)
        claims.set(.background, for: 1)
        claims.assignHolder(isWanted: true)
        #expect(claims.holder == 1, "the app as a whole went away")
        claims.set(.active, for: 2)
        claims.assignHolder(isWanted: true)
        #expect(claims.holder == 2)
        claims.set(.active, for: 1)
        claims.remove(2)
        claims.assignHolder(isWanted: true)
        #expect(claims.holder == 1)
    }

    @Test mutating func `without a prompt or banner no scene holds the claim`() {
        claims.set(.active, for: 1)
        claims.assignHolder(isWanted: true)
        claims.assignHolder(isWanted: false)
        #expect(claims.holder == nil)
    }

    @Test mutating func `the app is in the background when all of its scenes are`() {
        #expect(!claims.isAllInBackground)
        claims.set(.background, for: 1)
        claims.set(.active, for: 2)
        #expect(!claims.isAllInBackground)
        claims.set(.background, for: 2)
        #expect(claims.isAllInBackground)
    }
}
