/// The version of everything in this repository, as `airworthy --version` prints it.
let toolVersion = "0.1.0"
