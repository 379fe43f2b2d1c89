// The runtime replacement of Combine in tests. The type-check uses Sources/Combine.
@_exported import OpenCombine
