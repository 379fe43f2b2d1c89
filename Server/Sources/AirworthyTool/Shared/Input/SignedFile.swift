import AirworthyPolicy
import AirworthyTrust
import Foundation

struct SignedFile {
    let file: InputFile
    /// The parsed envelope, not verified.
    let envelope: SignedManifest

    /// Parses the envelope without verifying it.
    init(_ file: InputFile) throws(ToolError) {
        self.file = file
        do throws(VerificationError) {
            envelope = try SignedManifest(json: file.bytes)
        } catch {
            throw file.refusal(error)
        }
    }

    /// Returns the manifest without verifying its signature.
    func unverifiedManifest() throws(ToolError) -> Manifest {
        do throws(DocumentError) {
            return try ManifestReader.read(json: envelope.envelope.payload)
        } catch {
            let code = VerificationError.malformedManifest("").code
            throw .badData(
                "\(file.name): The content is not a manifest (\("\(error)".printable)), and its signature was not checked; give "
                    + "the output of `airworthy sign` as it was written [\(code)]")
        }
    }

    /// The app that the manifest names, not verified.
    var claimedApp: String? { claimed("app") }

    /// The audience that the manifest names, not verified.
    var claimedAudience: String { claimed("audience") ?? Pins.defaultAudience }

    private func claimed(_ member: String) -> String? {
        (try? JSONReader.read(envelope.envelope.payload))?.jsonValue[member]?.stringValue
    }

    /// Verifies the manifest like a device that pins `roots` and has accepted the manifests of `state`. By default the
    /// app is the one that the manifest names.
    func verified(
        roots: [PublicKey], app: String? = nil, audience: String = Pins.defaultAudience, lineage: String? = nil,
        state: TrustState = TrustState(), now: Date
    ) throws(ToolError) -> VerifiedManifest {
        let pins = Pins(app: app ?? claimedApp ?? "", audience: audience, lineage: lineage, roots: roots)
        switch SignedManifest.verify(file.bytes, pins: pins, state: state, now: now) {
        case .success(let manifest): return manifest
        case .failure(let refusal): throw file.refusal(refusal)
        }
    }
}

extension InputFile {
    /// Returns the error for a file that is not trusted, with a code for scripts.
    func refusal(_ refusal: VerificationError) -> ToolError {
        .badData("\(name): \(refusal.description.printable) [\(refusal.code)]")
    }
}
