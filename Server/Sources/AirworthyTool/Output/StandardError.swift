/// Writes one line to standard error. A closed or full standard error is no reason to stop.
///
/// Foundation's `FileHandle` would do, but it traps when standard error is closed.
func printError(_ line: String) {
    _ = writeAll(Array((line + "\n").utf8), to: 2)
}
