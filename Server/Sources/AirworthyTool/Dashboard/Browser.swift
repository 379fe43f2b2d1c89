import CSpawn
import Foundation

/// The browser of the person at this machine.
enum Browser {
    /// The longest wait for a program that only hands the address on.
    private static let patience = Duration.seconds(3)
    private static let pause = Duration.milliseconds(20)

    /// Opens an address. Returns `false` if there is no screen, or if the program says that it could not.
    static func open(_ address: String) async -> Bool {
        guard let program, let child = start(["env", program, address]) else { return false }
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end {
            var status: Int32 = 0
            guard waitpid(child, &status, WNOHANG) == 0 else { return status == 0 }
            // `waitpid` has no time-out, and the program may be the browser itself, which goes on.
            try? await Task.sleep(for: pause)
        }
        // One that still runs is the browser itself.
        return true
    }

    /// Starts `env`, which looks for the program as a shell does. The browser has no use for the token.
    private static func start(_ arguments: [String]) -> pid_t? {
        let environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("AIRWORTHY_") }
        let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + settings { free(text) } }
        var child: pid_t = 0
        return spawn_child(&child, "/usr/bin/env", words, settings, ".", [-1, -1, -1]) == 0 ? child : nil
    }

    /// The program to open addresses with; `nil` without a screen.
    private static var program: String? {
        if let chosen = environmentVariable("BROWSER")?.split(separator: ":").first { return String(chosen) }
        #if os(macOS)
        return environmentVariable("SSH_CONNECTION") == nil ? "open" : nil
        #else
        return (environmentVariable("DISPLAY") ?? environmentVariable("WAYLAND_DISPLAY")).map { _ in "xdg-open" }
        #endif
    }
}
