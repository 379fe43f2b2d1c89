import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ArgumentParser
import Dashboard

/// A new project: the files that `init` writes for an app.
struct NewProject: Hashable {
    /// The place of the rules.
    enum Place: String, Hashable, CaseIterable, ExpressibleByArgument {
        case server, file
    }

    /// The version that the first policy forces to update, which nobody has.
    static let badVersion = "0.0.1"

    /// The advice for an app that is not in the App Store yet.
    private func notYet(in policyFile: String) -> String {
        let settings = place == .server ? " Uncomment appleID in airworthy/\(app)/app.yaml, too." : ""
        return """
            Nobody can be asked or forced before the app is in the App Store, so \(Self.badVersion) may carry on. As soon as it has a number
            there, write it into \(policyFile): uncomment appleID and url, and set update: required.\(settings)
            """
    }

    let app: String
    let bundleID: String
    /// The number in the App Store; `nil` before the app is there.
    let appleID: Int?
    let place: Place
    /// The address of the server or of the file.
    let url: String

    /// Returns the files, with the keys among them.
    func files(keys: [NewKeys.Entry], keyring: Envelope) -> NewFiles {
        func pem(_ name: String) -> String {
            keys.first { $0.name == name }.map(\.key.publicKey.pem) ?? ""
        }
        let roots = keys.filter { $0.name.hasPrefix("root") }
        let code = appCode(roots: roots.map { (name: $0.name, key: $0.key.publicKey.base64) })
        var files = NewKeys(entries: keys).files(in: "keys")
        func add(_ path: String, _ text: String) { files.append(NewFiles.File(path: path, text: text)) }
        add(".gitignore", ignored)
        add("keyring.json", String(decoding: keyring.jsonValue.jsonBytes(), as: UTF8.self) + "\n")
        add("ReleaseControl.swift", code)
        switch place {
        case .server:
            add("airworthy/\(app)/app.yaml", settings)
            add("airworthy/\(app)/policy.yaml", policy)
            for root in roots { add("airworthy/\(root.name).pub", pem(root.name)) }
            add(".github/workflows/airworthy.yml", serverJob)
        case .file:
            add("policy.yaml", policy)
            for root in roots { add("\(root.name).pub", pem(root.name)) }
            add(".github/workflows/manifest.yml", fileJob)
        }
        return NewFiles(files: files, advice: place == .server ? secondAppAdvice : "name another folder")
    }

    private var secondAppAdvice: String {
        "name another folder; for a second app on the same server, copy airworthy/APP instead, so that both have the same keys "
            + "(Documentation/begin.md)"
    }

    /// The end of the output: what was written, and the next three commands.
    func nextSteps(in folder: String) -> String {
        let enter = folder == "." ? "" : "  cd \(CommandText.word(folder))\n"
        let policyFile = place == .server ? "airworthy/\(app)/policy.yaml" : "policy.yaml"
        let job = place == .server ? "airworthy.yml" : "manifest.yml"
        return """
            Written:
              \(policyFile)  the rules: one is for \(Self.badVersion), which nobody has; put the bad version there
            \(place == .server ? "  airworthy/\(app)/app.yaml  the app's settings on the server\n" : "")\
              \(place == .server ? "airworthy/" : "")root-*.pub  the public root keys
              ReleaseControl.swift  the app's code; add it and the package to the app
              keys/  two root keys and an online key, which the new .gitignore keeps out of git
              keyring.json  says that the online key may sign
              .github/workflows/\(job)  \(place == .server ? "shows a pull request's effect, and publishes a merge" : "signs the policy every week, and when it changes")

            Next:
            \(enter)\(commands)
            \(appleID == nil ? "\n\(notYet(in: policyFile))\n" : "")
            Then move keys/root-primary.key and keys/root-backup.key off this machine, to two places: whoever has one can block
            every installation. Released builds trust the keys in ReleaseControl.swift and no others.
            """
    }

    /// The next three commands.
    private var commands: String {
        switch place {
        case .server:
            """
              airworthy serve --data data --signing-key keys/online.key --keyring keyring.json 2> server.log
            In a second terminal:
              airworthy apply airworthy --server http://127.0.0.1:8080 --token-file data/first-admin-token --yes
              curl "http://127.0.0.1:8080/v1/apps/\(app)/decision?version=\(Self.badVersion)&channel=appstore"
            """
        case .file:
            """
              airworthy sign --policy policy.yaml --key keys/online.key --keyring keyring.json --app \(app) \\
                  --revision 1 --expires-in 30d -o \(fileName)
              airworthy decide --policy \(fileName) --root root-primary.pub --version \(Self.badVersion)
              curl \(CommandText.word(url)) | airworthy verify - --root root-primary.pub --app \(app)
            """
        }
    }

    /// The last part of the file's address.
    var fileName: String { String(url.split(separator: "/").last ?? "") }
}
