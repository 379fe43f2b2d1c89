import Testing
@Test func `placeholder ControlPlane`() {}
