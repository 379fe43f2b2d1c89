import ControlPlane

extension CodeText {
    /// The types of problems over HTTP, in the order of their declaration.
    static let problems = ProblemKind.allCases.map { kind in
        let text = text(of: kind)
        return CodeText(
            kind.rawValue, in: .problem, meaning: "\(kind.title) (\(kind.status)). \(text.meaning)", remedy: text.remedy
        )
    }

    private static func text(of kind: ProblemKind) -> (meaning: String, remedy: String) {
        switch kind {
        case .notFound:
            (
                "There is nothing of this name or number, or it is outside the token's apps.",
                "Check the name; `airworthy apps list` shows what the token may see."
            )
        case .gone: ("The app was deleted. Its name is never used again.", "Use another name.")
        case .slugTaken: ("An app of this name exists, or existed once.", "Choose another name.")
        case .nameTaken: ("You have another draft of this name.", "Choose another name, or change that draft.")
        case .invalid:
            ("A value of the request cannot be used; `pointer` or `findings` say which.", "Correct that value.")
        case .preflightFailed:
            (
                "The policy can be read, but has errors; `findings` has them.",
                "Correct them. To publish all the same, give `--force` with a `--reason`."
            )
        case .wrongApp:
            (
                "The document says that it is for another app, audience or lineage.",
                "Send it to the right app."
            )
        case .tooLarge:
            (
                "The signed file would have more than 240 KiB, which apps do not read.",
                "Remove old rules and releases, or shorten texts."
            )
        case .preconditionRequired:
            (
                "A change names neither the version that it replaces nor that there is none.",
                "Send `If-Match` with the entity tag that you read, or `If-None-Match: *` for the first."
            )
        case .preconditionFailed:
            (
                "Somebody else published since you read the version that you change.",
                "Read it again, make the change there and publish again."
            )
        case .limitExceeded:
            (
                "The publication would hit more installations than `--max-blocked` or `--max-stuck` allows.",
                "Look at `impact`, and narrow the rule or raise the limit."
            )
        case .impactUnknown:
            (
                "The request has a limit, but whom the publication would hit is unknown: no installation checked in, or the prediction was not done in time.",
                "Try again, import known numbers with `airworthy adoption import`, or leave the limit out."
            )
        case .signedElsewhere:
            (
                "A pipeline signs this app, so the server creates no revisions of it.",
                "Sign in the pipeline, and publish the signed file."
            )
        case .signedHere:
            ("This server signs the app, so it takes no signed files for it.", "Publish the policy itself.")
        case .notTrusted:
            (
                "Released builds of the app would reject the signature, because no key that they pin stands behind it. Nothing was changed.",
                "Pin the roots that signed the server's keyring, and start it with that keyring; or sign with a key of the keyring. A keyring with other keys needs a higher epoch than the one before, and one that names an app has to name this one."
            )
        case .revisionNotRising:
            (
                "The file is not newer than the one in force, by epoch and then by revision; or its keyring is older, or differs within the same epoch.",
                "Sign with the current keyring and a higher `--revision`."
            )
        case .noSigningKey:
            ("The server was started without an online key.", "Start it with a key; see running.md.")
        case .clockWrong:
            (
                "The server's clock differs from that of others, or nobody confirmed it, so it signs nothing.",
                "Correct the clock; `airworthy clock confirm` confirms it by that of your machine."
            )
        case .clocksDiffer:
            (
                "The server's clock and that of whoever confirms it differ by more than ten minutes.",
                "Correct the one that is wrong."
            )
        case .nothingPublished: ("The app has no policy yet.", "Publish one.")
        case .degraded:
            (
                "Released builds no longer trust the manifest in force, or the server could not load it.",
                "See `airworthy doctor` and the server's log."
            )
        case .catalogNotLearnt:
            (
                "The app has no release data yet, neither from Apple nor imported.",
                "Wait for Apple's first answer, or run `airworthy catalog sync` or `import`."
            )
        case .unauthorized:
            (
                "The request has no token, or one that is wrong, revoked or expired.",
                "Check `AIRWORTHY_TOKEN` or `--token-file`; `airworthy tokens create` makes a new one."
            )
        case .forbidden:
            (
                "The token is of the wrong kind, or lacks the right for this.",
                "Take a token with the right that the message names."
            )
        case .webPage:
            (
                "A web page of another site sent the request, which only apps, servers and the dashboard may do.",
                "Send it from a program."
            )
        case .noRelease: ("No release matches what was asked.", "Ask for another channel or platform.")
        case .pruned:
            ("The bytes of an old revision were removed; its policy was kept.", "Read the policy instead.")
        case .methodNotAllowed: ("The path takes other methods; `Allow` lists them.", "Use one of those.")
        case .unsupportedMediaType:
            ("The body is not declared as the type that the path takes.", "Send `Content-Type: application/json`.")
        case .bodyTooLarge: ("The body is longer than the path takes.", "Send less; the message has the limit.")
        case .urlTooLong: ("The URL is longer than 8 KiB.", "Shorten the query.")
        case .headersTooLarge: ("The header fields are too many or too long.", "Send fewer, such as cookies.")
        case .requestTimeout: ("The request did not arrive in time.", "Check the connection, and send it again.")
        case .tooManyFailures:
            (
                "The address has sent too many invalid tokens.",
                "Correct the token, and wait as long as `Retry-After` says."
            )
        case .tooManyRequests:
            ("The address has sent too many requests.", "Wait as long as `Retry-After` says.")
        case .overloaded:
            (
                "The server has more to do than it takes on.",
                "Try again after `Retry-After`, which apps do by themselves."
            )
        case .notReady: ("The server still loads, or stops.", "Try again in a second.")
        case .appFull:
            (
                "The policies and manifests of the app take more than the setting `app.storage` allows.",
                "Raise it, or revoke the token that published so much. Rolling back may take a quarter more."
            )
        case .tooManyRevisions:
            (
                "The app was published too often in a minute with the same token, or with those that it created.",
                "Wait, and publish once; or raise `app.publishesPerMinute`."
            )
        case .tooManyTokens:
            (
                "The creator of the token has created as many as it may.",
                "Revoke some with `airworthy tokens revoke`, which stop counting a day later, or raise `tokens.perCreator`."
            )
        case .storeFull:
            ("The disk or the database is full, so nothing can be stored.", "Make room. Apps get answers all the same.")
        case .storeLocked:
            (
                "The database is busy: with another program, a long transaction or too many connections.",
                "Try again. If it stays so, end what holds it."
            )
        case .storeUnavailable:
            (
                "The database cannot be used, is of a newer version, or was out of reach for too long to trust a token.",
                "Bring the database back. Apps get answers all the same."
            )
        case .outcomeUnknown:
            (
                "The connection to the database ended before it said whether this was stored.",
                "Read whether it was, or run the same command again: commands never store the same twice."
            )
        case .refused: ("The request cannot be understood.", "See the message.")
        case .internal:
            ("The server failed.", "Look in its log for the id after `request`, and report it.")
        }
    }
}
