// Empty. The compiler looks for this module if a file imports Testing and UIKit, and the Linux toolchain lacks it.
@_exported import Testing
