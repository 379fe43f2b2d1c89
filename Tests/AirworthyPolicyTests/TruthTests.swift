import AirworthyPolicy
import Testing

@Suite struct TruthTests {
    @Test(arguments: Truth.allCases, Truth.allCases)
    func `and, or and not follow Kleene's three-valued logic`(_ a: Truth, _ b: Truth) {
        func rank(_ t: Truth) -> Int { t == .false ? 0 : t == .undecided ? 1 : 2 }
        #expect(rank(a && b) == min(rank(a), rank(b)))
        #expect(rank(a || b) == max(rank(a), rank(b)))
        #expect(rank(!a) == 2 - rank(a))
    }
}
