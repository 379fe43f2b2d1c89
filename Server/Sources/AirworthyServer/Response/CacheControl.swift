/// The `Cache-Control` values of responses.
enum CacheControl: String, Sendable {
    /// No cache stores the response.
    case never = "no-store"
    /// Any cache stores the response for 30 seconds.
    case briefly = "public, max-age=30"
    /// Any cache stores the response for a year; its path changes with its contents.
    case forever = "public, max-age=31536000, immutable"
    /// Any cache stores the response for 30 seconds, and longer while the server is slow or unavailable.
    case manifest = "public, max-age=30, stale-while-revalidate=300, stale-if-error=36000"
}
