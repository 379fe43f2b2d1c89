import AirworthyAuthoring
import AirworthyTrust
import ControlPlane
import Foundation

/// The check of the signing keys and the keyring.
struct KeyCheck {
    let settings: ServeSettings
    let environment: [String: String]
    /// The apps; `nil` if the database cannot be read.
    let apps: [App]?
    /// The keyrings that the apps' published manifests have, by the names of the apps.
    var keyrings: [String: Envelope] = [:]

    func run() -> [CheckResult] {
        guard !settings.signingKeys.isEmpty else {
            return [
                .warning(
                    .keys, "no signing key is configured, so this server signs nothing",
                    advice: "name one with --signing-key, unless CI signs every app")
            ]
        }
        var results: [CheckResult] = []
        var keys: [PrivateKey] = []
        for reference in settings.signingKeys {
            do throws(ToolError) {
                keys.append(try reference.signingKey(environment: environment))
            } catch {
                results.append(.failed(.keys, error.description, advice: "the server does not start without this key"))
            }
            results += FilePermissions.warnings(about: reference, subject: .keys, secret: "this signing key")
        }
        let (keyring, findings) = keyringResults(for: keys)
        results += findings
        if keys.count == settings.signingKeys.count {
            let signer = Signer(keys: keys, keyring: keyring)
            for app in apps ?? [] {
                let problem = signer.problem(for: app, keyringInForce: keyrings[app.slug])
                if let problem { results.append(.failed(.keys, "\(app.slug): \(problem)")) }
            }
        }
        guard results.isEmpty else { return results }
        let names = keys.map(\.publicKey.id).joined(separator: ", ")
        let trust = apps.map { apps in
            let count = apps.count { $0.signing == .server }
            return count == 0 ? "" : "; the builds of \(count.counted("app")) trust \(keys.count == 1 ? "it" : "them")"
        }
        return [.ok(.keys, "signs with \(names)\(trust ?? "")")]
    }

    private func keyringResults(for keys: [PrivateKey]) -> (keyring: Envelope?, results: [CheckResult]) {
        guard let path = settings.keyring else { return (nil, []) }
        do throws(ToolError) {
            let file = try InputFile(regular: path)
            do throws(VerificationError) {
                let (keyring, envelope) = try Keyring.read(json: file.bytes)
                let missing = keys.map(\.publicKey).filter { !keyring.keys.contains($0) }.map(\.id)
                guard !missing.isEmpty else { return (envelope, []) }
                let names = missing.joined(separator: ", ")
                let text = "the keyring with epoch \(keyring.epoch) does not list the signing key \(names)"
                let advice = "sign a keyring that lists it with `airworthy keyring` and a higher epoch"
                let result: CheckResult =
                    missing.count == keys.count
                    ? .failed(.keys, text, advice: advice) : .warning(.keys, text, advice: advice)
                return (envelope, [result])
            } catch {
                return (nil, [.failed(.keys, file.refusal(error).description)])
            }
        } catch {
            return (nil, [.failed(.keys, error.description, advice: "the server does not start without this file")])
        }
    }
}

/// The permissions of files with secrets.
enum FilePermissions {
    /// Returns a warning if other users can read the file of a secret.
    static func warnings(
        about reference: SecretReference, subject: CheckResult.Subject, secret: String
    ) -> [CheckResult] {
        guard case .file(let path) = reference, isReadableByOthers(path) else { return [] }
        return [
            .warning(
                subject, "\(path): other users of this machine can read \(secret)", advice: "run chmod 600 on it")
        ]
    }
}
