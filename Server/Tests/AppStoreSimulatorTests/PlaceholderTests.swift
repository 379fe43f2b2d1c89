import Testing

@testable import AppStoreSimulator
