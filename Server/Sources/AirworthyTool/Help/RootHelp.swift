import ArgumentParser

/// The help of `airworthy` itself: the commands that people need come first, exit codes and the environment last.
enum RootHelp {
    /// The five commands, as they are typed.
    static let first = """
        Begin with these five:
          airworthy init                          a policy, keys and the app's code
          airworthy check policy.yaml             find mistakes before you publish
          airworthy publish policy.yaml --app A   see whom it hits, then publish it
          airworthy why --app A --version 2.2.0   see what a version is told, and why
          airworthy rollback --app A --to-policy 6
                                                  publish an earlier policy again
        """

    /// The last part, which the manual page has, too.
    static let appendix = """
        EXIT CODES
          0   success (decide --exit-code: ok)
          1   check found an error; doctor found a failure; diff --exit-code: there is
              a difference; apply --require-change: there is none; the confirmation
              was declined
          10  decide --exit-code: recommended
          20  decide --exit-code: required
          30  decide --exit-code: requiredUnavailable
          40  decide --exit-code: maintenance
          64  wrong arguments
          65  bad data: a file or a value cannot be used
          66  a file is missing or unreadable; the server does not have the item
          68  the server's host name cannot be resolved
          69  the server is unreachable, or cannot do this
          70  a bug in this tool
          73  a file cannot be written or must not be replaced; a name is taken
          75  temporary failure, try again: another publish came first, the server
              is busy, or the connection broke
          77  the token is invalid or lacks the right

        ENVIRONMENT
          AIRWORTHY_SERVER  the server's address; http only for this machine
          AIRWORTHY_TOKEN   your token; see also --token-file
          BROWSER           the program that dashboard opens addresses with
          NO_COLOR          no colours, if it is set to anything
          SSL_CERT_FILE     the certificate of a private authority of the server;
                            see --ca
          AIRWORTHY_DATABASE_URL
                            the PostgreSQL database of serve, doctor, migrate, move and
                            --local; may contain a password
          AIRWORTHY_APPLE_KEY_FILE, AIRWORTHY_APPLE_KEY_ID, AIRWORTHY_APPLE_ISSUER
                            your App Store Connect key, for builds, audience and
                            webhooks
        """

    /// Whether the arguments ask for this help.
    static func isWanted(by arguments: [String]) -> Bool {
        arguments.isEmpty || [["--help"], ["-h"], ["help"]].contains(arguments)
    }

    static var text: String { AirworthyCommand.helpMessage() + "\n\n" + appendix }
}
