/// What `airworthy simulator --help` explains.
enum SimulatorHelp {
    static let discussion = """
        One port answers as App Store Connect does, below /v1, and as the App Store lookup does, at /lookup and \
        /COUNTRY/lookup, and sends signed webhooks to whoever registered. Everything is in memory. Tokens are checked; \
        without --key a new key lies in a temporary folder that is gone afterwards.

        EXAMPLE
          $ airworthy simulator
          $ airworthy simulator --scenario scenario.json --key AuthKey_2X9R4HXF34.p8 --issuer UUID

        CONTROL
        POST a JSON object to http://HOST:PORT/_simulator/ACTION. An app is named by its name, bundle id or Apple ID, \
        and not at all where there is one; the platform is IOS where it is left out. What is unknown is refused.

          upload       app, version, build, platform, minimumOS, audience, groups, notes, internal, external,
                       processing, uploaded, expires
          build        app, build, version, platform; and what changes: internal, external, processing, groups,
                       notes, minimumOS, expired, expires
          expire       app, build, version, platform
          group        app, name, internal, allBuilds, publicLink, publicLinkLimit
          version      app, version, platform, state, build, notes, phased, releaseType
          release      app, version, build, platform, notes, minimumOS, phased (true), staleIn (countries)
          phase        app, version, platform; state (ACTIVE, PAUSED, COMPLETE) or day (1 to 7)
          withdraw     app, storefronts (all); or version, which makes the one before it the newest again
          storefronts  app, storefronts: where it is sold
          edge         app, storefront, platform, version (none: not found), alternating, bustable; or clear
          event        app, eventType, id, attributes: an event that has no consequences
          webhooks     copies (each event is sent so often), delay (seconds)
          clock        offset (P91D): all of it; dateOffset (-PT10M): only what callers see of it
          faults       kind, requests (else until cleared), path (a prefix), seconds, status
          reset        back to the scenario

        GET state, requests and faults tell; DELETE faults clears them.

        FAULTS
          latency, unauthorized, revoked, agreements, forbidden, rateLimited, serverError, badGateway, timeout, reset, \
        html, emptyForbidden, truncated, cutOff, stale, foreignNext
        """
}
