import Testing

@testable import AppStoreConnect
