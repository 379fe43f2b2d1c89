import Testing

@testable import ReleaseCatalog
