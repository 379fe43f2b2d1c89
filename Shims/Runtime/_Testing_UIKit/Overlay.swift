// Empty. Where Testing and UIKit are both imported the compiler looks for this module, which the toolchain of Linux lacks.
@_exported import Testing
