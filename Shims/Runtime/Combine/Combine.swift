// What runs under test in place of Combine. Sources/Combine is what the type-check sees.
@_exported import OpenCombine
