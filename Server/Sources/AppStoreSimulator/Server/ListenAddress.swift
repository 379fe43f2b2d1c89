/// Where to listen.
struct ListenAddress: Sendable {
    let host: String
    /// 0 takes a free one.
    let port: Int

    /// The address for clients, with the port that was really taken.
    func url(port: Int) -> String {
        "http://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }
}
