import NIOSSL

/// Certificate authorities that a client trusts beside those of the system, such as the one of a company.
package struct CertificateAuthorities: Sendable {
    /// The file has no certificate.
    package struct Unreadable: Error {}

    let certificates: [NIOSSLCertificate]

    package init(pem: [UInt8]) throws(Unreadable) {
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(pem), !certificates.isEmpty else {
            throw Unreadable()
        }
        self.certificates = certificates
    }
}
