import ControlPlane
import Testing

@testable import PersistencePostgres

@Suite struct PostgresErrorMapperTests {
    @Test(arguments: [
        ("53100", StoreError.full), ("55P03", .locked), ("40001", .locked), ("40P01", .locked),
        ("42P01", .unavailable("PostgreSQL: why (42P01)")), ("", .unavailable("PostgreSQL: why ()")),
    ])
    func `PostgreSQL's errors become store errors`(state: String, expected: StoreError) {
        #expect(PostgresErrorMapper.storeError(state: state, message: "why") == expected)
    }
}
