import AirworthyPolicy
import AirworthyTrust
import Foundation

/// A signed manifest in a file.
struct SignedInput {
    let file: InputFile
    /// Its form was read; nothing is verified.
    let envelope: SignedManifest

    /// Reads the form.
    /// - Throws: ``ToolError`` with status 65.
    init(_ file: InputFile) throws(ToolError) {
        self.file = file
        do throws(VerificationError) {
            envelope = try SignedManifest(json: file.bytes)
        } catch {
            throw file.refusal(error)
        }
    }

    /// The manifest, whoever signed it.
    /// - Throws: ``ToolError`` with status 65.
    func unverifiedManifest() throws(ToolError) -> Manifest {
        do throws(DocumentError) {
            return try ManifestReader.read(json: envelope.envelope.payload)
        } catch {
            throw file.refusal(.malformedManifest("\(error)"))
        }
    }

    /// The app it says it is for, whoever signed it.
    var claimedApp: String? {
        (try? JSONReader.read(envelope.envelope.payload))?.jsonValue["app"]?.stringValue
    }

    /// Verifies it as a device would that pins `roots` and remembers `state`. An app that is not given is the one it
    /// claims to be for.
    /// - Throws: ``ToolError`` with status 65 and the reason.
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
    /// What makes a signed file unusable, with the code that scripts can look for.
    func refusal(_ refusal: VerificationError) -> ToolError {
        ToolError(.badData, "\(name): \(refusal.description.printable) [\(refusal.code)]")
    }
}
