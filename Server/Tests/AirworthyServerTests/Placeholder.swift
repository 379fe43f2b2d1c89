import Testing
import HummingbirdTesting
@Test func `placeholder server`() {}
