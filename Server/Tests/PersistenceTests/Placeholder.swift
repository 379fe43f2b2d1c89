import Testing
@Test func `placeholder Persistence`() {}
