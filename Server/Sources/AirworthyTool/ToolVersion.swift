/// The version of this repository's products, as `airworthy --version` prints it.
let toolVersion = "0.1.0"
