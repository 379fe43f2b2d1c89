import Foundation

/// The limit of open files and connections of this process.
enum OpenFileLimit {
    /// The files that the process needs besides public connections. Half of them may be connections of a second listener.
    static let reserve = 256

    /// Raises the limit as far as the system allows. Returns the possible number of connections, at least one.
    static func raise(for connections: Int) -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return connections }
        let wanted = rlim_t(connections + reserve)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        guard limit.rlim_cur < wanted else { return connections }
        return max(1, Int(limit.rlim_cur) - reserve)
    }
}
