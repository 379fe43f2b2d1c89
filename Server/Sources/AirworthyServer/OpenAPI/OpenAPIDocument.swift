// Made of openapi.yaml by scripts/embed-openapi; change that, not this.

/// The description of the HTTP API, as it is served at "/openapi.yaml".
package enum OpenAPIDocument {
    /// The text.
    package static let text = #"""
        openapi: 3.1.0
        info:
          title: Airworthy
          version: "1"
          summary: Release control for apps. May this installed copy carry on, should it update, must it?
          description: |
            Public routes need no token and are answered from memory. Admin routes take `Authorization: Bearer …` with a token
            of a person (`adm_`) or a pipeline (`ci_`).

            - HEAD is answered wherever GET is. A path asked with another method answers 405 with `Allow`, an unknown path 404.
            - Errors are `application/problem+json` (RFC 9457). `type` never changes for the same kind of error; `title` and
              `detail` are for people. No error is kept by a cache.
            - In a query `+` is a space; write a plus sign as `%2B`. Names that a route does not know are ignored; one that it
              knows and that comes twice, is no UTF-8 once percent-decoded, or has control characters in it is a 400 that names
              it in `parameter`.
            - Bodies are JSON and say so. From devices at most 16 KiB, in which unknown members are ignored; from admins at most
              1 MiB, in which they are a 400 with a `pointer` (RFC 6901). At most 32 arrays and objects may be open at once, and
              no object may have a key twice.
            - Any route may answer 400, 408, 414 or 431 to what is no HTTP, too slow or too long, and 500 or 503 with a problem
              when something is wrong with the server itself.
          license:
            name: MIT
            identifier: MIT
        servers:
          - url: /
        security: []
        tags:
          - name: public
            description: What devices, other servers and strangers ask.
          - name: apps
            description: Making, changing and deleting apps.
          - name: publishing
            description: Policies, signed manifests and catalogs.
          - name: history
            description: What was published when, by whom, and what changed.
          - name: tokens
            description: Who may do what.
          - name: operation
            description: Is it up, and how is it doing?

        paths:
          /v1/apps/{app}/manifest:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [public]
              operationId: getManifest
              summary: The signed manifest in force
              description: |
                The envelope exactly as it was signed, whole or as gzip. Its entity tag is its SHA-256, with `-gz` on the gzip
                form; either tag gives a 304. May be kept by any cache.
              parameters:
                - $ref: "#/components/parameters/ifNoneMatch"
                - name: Accept-Encoding
                  in: header
                  description: Whether gzip is welcome.
                  schema: {type: string}
              responses:
                "200":
                  description: The envelope.
                  headers: &manifestHeaders
                    ETag: {$ref: "#/components/headers/ETag"}
                    Vary: {required: true, schema: {type: string, const: Accept-Encoding}}
                    Cache-Control:
                      required: true
                      schema: {type: string, const: "public, max-age=30, stale-while-revalidate=300, stale-if-error=36000"}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Envelope"}
                "304":
                  description: The caller has it already.
                  headers: *manifestHeaders
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "503": {$ref: "#/components/responses/Unavailable"}
            head:
              tags: [public]
              operationId: headManifest
              summary: The fields of the signed manifest in force
              parameters:
                - $ref: "#/components/parameters/ifNoneMatch"
              responses:
                "200":
                  description: The fields GET would answer with.
                  headers: *manifestHeaders
                "304":
                  description: The caller has it already.
                  headers: *manifestHeaders
                "404": {description: There is no such app; or nothing was published for it yet.}
                "410": {description: The app was deleted.}
                "503": {description: What is served of the app is not trusted by its builds any more.}

          /v1/apps/{app}/decision:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [public]
              operationId: getDecision
              summary: May this copy carry on?
              description: |
                Decided from the manifest in force, as the app itself would. What is left out is not known, which never makes a
                decision stricter; a missing channel is `unknown`, a missing platform the app's first.

                The app's own facts are named `attribute.<name>`, e.g. `attribute.plan=pro`: `true`, `false` and numbers are
                typed, `"5"` in quotes is text.
              security: &explainSecurity
                - {}
                - bearer: []
              parameters: &installation
                - name: version
                  in: query
                  required: true
                  description: The marketing version, `CFBundleShortVersionString`.
                  schema: {$ref: "#/components/schemas/Version"}
                  example: 2.2.0
                - name: build
                  in: query
                  description: The build, `CFBundleVersion`.
                  schema: {$ref: "#/components/schemas/Build"}
                - $ref: "#/components/parameters/platform"
                - name: channel
                  in: query
                  description: How the copy got onto the device.
                  schema: {$ref: "#/components/schemas/Channel"}
                  example: appstore
                - $ref: "#/components/parameters/os"
                - $ref: "#/components/parameters/storefront"
                - $ref: "#/components/parameters/language"
                - name: installID
                  in: query
                  description: |
                    Anything that places the copy in rollouts, always the same for the same copy. Neither stored nor
                    logged.
                  schema: {$ref: "#/components/schemas/InstallID"}
                - $ref: "#/components/parameters/explain"
              responses:
                "200":
                  description: The decision.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Decision"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "414": {$ref: "#/components/responses/URLTooLong"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
            post:
              tags: [public]
              operationId: postDecision
              summary: May this copy carry on? With the facts in the body
              security: *explainSecurity
              parameters:
                - $ref: "#/components/parameters/explain"
              requestBody: &installationBody
                required: true
                description: At most 16 KiB. Members that are not known are ignored, and `null` is the same as nothing.
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/Installation"}
              responses:
                "200":
                  description: The decision.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Decision"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/apps/{app}/features:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [public]
              operationId: getFeatures
              summary: What this copy may show
              description: The features of the decision alone. The facts are told as for a decision.
              security: *explainSecurity
              parameters: *installation
              responses:
                "200":
                  description: The value of each feature.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Features"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "414": {$ref: "#/components/responses/URLTooLong"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
            post:
              tags: [public]
              operationId: postFeatures
              summary: What this copy may show, with the facts in the body
              security: *explainSecurity
              parameters:
                - $ref: "#/components/parameters/explain"
              requestBody: *installationBody
              responses:
                "200":
                  description: The value of each feature.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Features"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/apps/{app}/releases:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [public]
              operationId: listReleases
              summary: The known releases
              description: |
                From the live catalog, newest first. How much of TestFlight builds is shown is for the app's `internalBuilds` to
                say; with a token that has the right `explain`, an app that allows `full` shows everything.
              security: *explainSecurity
              parameters:
                - name: platform
                  in: query
                  description: Only releases for this platform.
                  schema: {$ref: "#/components/schemas/Platform"}
                - name: channel
                  in: query
                  description: Only offers on this channel; `testflight` is both audiences.
                  schema: {$ref: "#/components/schemas/Channel"}
              responses:
                "200":
                  description: The releases.
                  headers: &releasesHeaders
                    Cache-Control:
                      required: true
                      description: "`no-store` where a token showed more than everybody may see."
                      schema: {type: string, enum: ["public, max-age=30", no-store]}
                    Vary: {required: true, schema: {type: string, const: Authorization}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Releases"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "414": {$ref: "#/components/responses/URLTooLong"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/apps/{app}/releases/latest:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [public]
              operationId: getLatestRelease
              summary: The newest release for a channel
              description: |
                The newest one that a copy of this channel, system and country can get, from the live catalog. 404 `no-release`
                when nothing fits. Plain `testflight` is offered external builds.
              security: *explainSecurity
              parameters:
                - name: channel
                  in: query
                  required: true
                  description: How the copy got onto the device.
                  schema: {$ref: "#/components/schemas/Channel"}
                  example: appstore
                - $ref: "#/components/parameters/platform"
                - $ref: "#/components/parameters/os"
                - $ref: "#/components/parameters/storefront"
                - $ref: "#/components/parameters/language"
              responses:
                "200":
                  description: The release.
                  headers: *releasesHeaders
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/LatestRelease"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "414": {$ref: "#/components/responses/URLTooLong"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/apps/{app}/testflight/latest/{audience}:
            parameters:
              - $ref: "#/components/parameters/app"
              - &audience
                name: audience
                in: path
                required: true
                description: Whose newest build is meant.
                schema: {type: string, enum: [internal, external]}
                example: external
            get:
              tags: [public]
              operationId: getLatestBuild
              summary: The newest build on TestFlight
              description: |
                The newest build of a platform, by version and then by build number, that these testers can install now: one
                that Apple lets them have, that has not expired, and that nobody withdrew. From the live catalog, which is as
                old as `catalog` says. How much is shown is for the app's `internalBuilds` to say: with `none` everything is
                404, with `facts` there are neither notes nor group names nor public links, and ids of groups are opaque; `full`
                takes a token with the right `explain`, and is `facts` without one.

                503 `catalog-not-learnt` only while nothing was ever learnt of the app.
              security: *explainSecurity
              parameters:
                - $ref: "#/components/parameters/platform"
                - $ref: "#/components/parameters/language"
              responses: &latestBuild
                "200":
                  description: The build.
                  headers: *releasesHeaders
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/LatestRelease"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "414": {$ref: "#/components/responses/URLTooLong"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/apps/{app}/testflight/builds/{build}/audience:
            parameters:
              - $ref: "#/components/parameters/app"
              - name: build
                in: path
                required: true
                description: The build number, `CFBundleVersion`.
                schema: {type: string, maxLength: 128, pattern: "^[0-9]+(\\.[0-9]+)*$"}
                example: "321"
            get:
              tags: [public]
              operationId: getBuildAudience
              summary: Who has a build
              description: |
                The build, expired or not, with `availableTo`: none, one or both of `internal` and `external`. Where builds share
                a number the newest stands first, and all are in `builds`.
              security: *explainSecurity
              parameters:
                - $ref: "#/components/parameters/platform"
                - $ref: "#/components/parameters/language"
              responses: &buildAudience
                "200":
                  description: The build, and who has it.
                  headers: *releasesHeaders
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/BuildAudience"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "414": {$ref: "#/components/responses/URLTooLong"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /testflight/latest/{audience}:
            parameters:
              - *audience
            get:
              tags: [public]
              operationId: getLatestBuildOfOnlyApp
              summary: The newest build on TestFlight, for a server with one app
              description: |
                The same as `/v1/apps/{app}/testflight/latest/{audience}`. 400 where there are several apps and `app` names none.
              security: *explainSecurity
              parameters:
                - &onlyApp
                  name: app
                  in: query
                  description: The slug of the app; may be left out where there is only one.
                  schema: {$ref: "#/components/schemas/Slug"}
                - $ref: "#/components/parameters/platform"
                - $ref: "#/components/parameters/language"
              responses: *latestBuild

          /testflight/version/{version}/audience:
            parameters:
              - name: version
                in: path
                required: true
                description: A build number or a marketing version.
                schema: {type: string, minLength: 1, maxLength: 128, pattern: "^[A-Za-z0-9._+-]+$"}
                example: "2.3.0"
            get:
              tags: [public]
              operationId: getVersionAudience
              summary: Who has a version, for a server with one app
              description: |
                The text is taken for a build number first, and for a marketing version where no build has it; `matchedBy` says
                what it was. 400 where there are several apps and `app` names none.
              security: *explainSecurity
              parameters:
                - *onlyApp
                - $ref: "#/components/parameters/platform"
                - $ref: "#/components/parameters/language"
              responses: *buildAudience

          /hooks/app-store-connect/{app}:
            parameters:
              - $ref: "#/components/parameters/app"
            post:
              tags: [operation]
              operationId: postAppStoreConnectEvent
              summary: What App Store Connect tells by itself
              description: |
                The address of a webhook of App Store Connect. An event is a hint to look, nothing more. What comes again, pings
                and events of no concern are accepted too. An unknown app and a wrong signature are the same 401.
              parameters:
                - name: x-apple-signature
                  in: header
                  required: true
                  description: HMAC-SHA256 of the body with the secret of the webhook.
                  schema: {type: string, pattern: "^hmacsha256=[0-9a-f]{64}$"}
              requestBody:
                required: true
                description: At most 64 KiB.
                content:
                  application/json:
                    schema: {type: object}
              responses:
                "204":
                  description: It was taken.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "429": {$ref: "#/components/responses/TooManyFailures"}

          /v1/apps/{app}/keys:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [public]
              operationId: getKeys
              summary: The keys that manifests are verified with
              description: For people and other programs. An app's own builds pin their keys and never ask for them.
              responses:
                "200":
                  description: The pinned keys, and the online keys of the keyring in force.
                  headers: {Cache-Control: {$ref: "#/components/headers/Briefly"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Keys"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}

          /health/live:
            get:
              tags: [operation]
              operationId: getLiveness
              summary: Does the server live?
              responses:
                "200":
                  description: It does.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {type: object, required: [status], properties: {status: {const: live}}}

          /health/ready:
            get:
              tags: [operation]
              operationId: getReadiness
              summary: Can it answer for every app it has?
              description: Yes once every head was loaded or marked degraded. Later trouble does not take it back.
              responses:
                "200":
                  description: It can.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {type: object, required: [status], properties: {status: {const: ready}}}
                "503": {$ref: "#/components/responses/Unavailable"}

          /metrics:
            get:
              tags: [operation]
              operationId: getMetrics
              summary: Figures as Prometheus reads them
              description: On a listener of their own where one is set; then this path is unknown here.
              responses:
                "200":
                  description: The figures.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    text/plain:
                      schema: {type: string}

          /openapi.yaml:
            get:
              tags: [operation]
              operationId: getDescription
              summary: This text
              responses:
                "200":
                  description: This text.
                  headers: {Cache-Control: {$ref: "#/components/headers/Briefly"}}
                  content:
                    application/yaml:
                      schema: {type: string}

          /v1/admin/whoami:
            get:
              tags: [tokens]
              operationId: getIdentity
              summary: What this token may do
              security: &admin
                - bearer: []
              responses:
                "200":
                  description: The bearer.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Identity"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/admin/apps:
            get:
              tags: [apps]
              operationId: listApps
              summary: The apps this token covers
              description: Takes the right `read`.
              security: *admin
              responses:
                "200":
                  description: The apps, by slug.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [apps]
                        properties:
                          apps: {type: array, items: {$ref: "#/components/schemas/App"}}
                  links:
                    firstApp: {operationId: getApp, parameters: {app: $response.body#/apps/0/slug}}
                    firstPolicy: {operationId: getPolicy, parameters: {app: $response.body#/apps/0/slug}}
                    firstPolicies: {operationId: listPolicies, parameters: {app: $response.body#/apps/0/slug}}
                    firstCatalog: {operationId: getCatalog, parameters: {app: $response.body#/apps/0/slug}}
                    firstHistory: {operationId: listRevisions, parameters: {app: $response.body#/apps/0/slug}}
                    firstAudit: {operationId: listAudit, parameters: {query.app: $response.body#/apps/0/slug}}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
            post:
              tags: [apps]
              operationId: createApp
              summary: Make an app
              description: |
                Takes the right `apps` for every app. `pins` left out where the server signs are the server's own online keys,
                which fits a trial and is said in `notes`.
              security: *admin
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/NewApp"}
              responses:
                "201":
                  description: The app.
                  headers:
                    Cache-Control: {$ref: "#/components/headers/NoStore"}
                    Location: {required: true, description: Where the app is., schema: {type: string}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/App"}
                  links:
                    show: {operationId: getApp, parameters: {app: $response.body#/slug}}
                    change: {operationId: updateApp, parameters: {app: $response.body#/slug}}
                    delete: {operationId: deleteApp, parameters: {app: $response.body#/slug}}
                    keys: {operationId: getKeys, parameters: {app: $response.body#/slug}}
                    catalog: {operationId: replaceCatalog, parameters: {app: $response.body#/slug}}
                    firstPolicy:
                      operationId: publishPolicy
                      parameters: {app: $response.body#/slug, header.If-None-Match: "*"}
                    manifest: {operationId: publishManifest, parameters: {app: $response.body#/slug}}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "409": {$ref: "#/components/responses/Conflict"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

          /v1/admin/apps/{app}:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [apps]
              operationId: getApp
              summary: One app
              description: Takes the right `read`.
              security: *admin
              responses:
                "200": &appResponse
                  description: The app.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/App"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
            patch:
              tags: [apps]
              operationId: updateApp
              summary: Change an app
              description: |
                Takes the right `apps`. What is left out stays. Other pins count at once: where the manifest in force is not
                trusted by them, the app is degraded until one is that is.
              security: *admin
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/AppChanges"}
              responses:
                "200": *appResponse
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "412": {$ref: "#/components/responses/PreconditionFailed"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}
            delete:
              tags: [apps]
              operationId: deleteApp
              summary: Delete an app
              description: Takes the right `apps`. Its slug is never used again; its public routes answer 410.
              security: *admin
              responses:
                "204":
                  description: It is deleted.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  links:
                    gone: {operationId: getApp, parameters: {app: $request.path.app}}
                    goneForDevices: {operationId: getManifest, parameters: {app: $request.path.app}}
                    goneForDecisions: {operationId: getDecision, parameters: {app: $request.path.app}}
                    stillAudited: {operationId: listAudit, parameters: {app: $request.path.app}}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

          /v1/admin/apps/{app}/policy:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [publishing]
              operationId: getPolicy
              summary: The policy in force, as its author wrote it
              description: Takes the right `read`. 404 `nothing-published` before the first, and for an app that CI signs.
              security: *admin
              parameters:
                - $ref: "#/components/parameters/ifNoneMatch"
              responses:
                "200": &policyResponse
                  description: The author's text.
                  headers:
                    Cache-Control: {$ref: "#/components/headers/NoStore"}
                    ETag: {$ref: "#/components/headers/ETag"}
                    Airworthy-Policy-Version: {$ref: "#/components/headers/PolicyVersion"}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Policy"}
                "304": &policyUnchanged
                  description: The caller has it already.
                  headers:
                    Cache-Control: {$ref: "#/components/headers/NoStore"}
                    ETag: {$ref: "#/components/headers/ETag"}
                    Airworthy-Policy-Version: {$ref: "#/components/headers/PolicyVersion"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
            put:
              tags: [publishing]
              operationId: publishPolicy
              summary: Publish a policy
              description: |
                Takes the right `publish`. Checked, signed with the catalog of today, verified as the app's builds will, stored,
                and served from then on. Say what you believe is in force: `If-Match` with the entity tag of the policy, or
                `If-None-Match: *` for the first; neither is 428. The same text on the same base gives the revision that is
                there.
              security: *admin
              parameters:
                - $ref: "#/components/parameters/ifMatch"
                - name: If-None-Match
                  in: header
                  description: "`*`: nothing was published yet."
                  schema: {type: string, const: "*"}
                - $ref: "#/components/parameters/note"
                - name: force
                  in: query
                  description: Why errors that preflight finds are accepted. Stored and shown.
                  schema: {$ref: "#/components/schemas/Words"}
              requestBody: &policyBody
                required: true
                description: The policy, at most 1 MiB. It is stored as it is.
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/Policy"}
              responses:
                "200": &retriedPublication
                  description: It was published before.
                  headers: &publicationHeaders
                    Cache-Control: {$ref: "#/components/headers/NoStore"}
                    ETag:
                      description: The entity tag of the policy in force; none for an app that CI signs.
                      schema: {type: string}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Publication"}
                "201": &newPublication
                  description: The new revision, in force.
                  headers: *publicationHeaders
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Publication"}
                  links:
                    served: {operationId: getManifest, parameters: {app: $request.path.app}}
                    head: {operationId: headManifest, parameters: {app: $request.path.app}}
                    decided: {operationId: getDecision, parameters: {app: $request.path.app}}
                    decidedByBody: {operationId: postDecision, parameters: {app: $request.path.app}}
                    features: {operationId: getFeatures, parameters: {app: $request.path.app}}
                    policy: {operationId: getPolicy, parameters: {app: $request.path.app}}
                    policyVersion:
                      operationId: getPolicyVersion
                      parameters: {app: $request.path.app, version: $response.body#/policyVersion}
                    revision:
                      operationId: getRevision
                      parameters: {app: $request.path.app, revision: $response.body#/revision}
                    history: {operationId: listRevisions, parameters: {app: $request.path.app}}
                    policies: {operationId: listPolicies, parameters: {app: $request.path.app}}
                    difference:
                      operationId: diffPolicies
                      parameters: {app: $request.path.app, from: $response.body#/policyVersion}
                    nextPolicy:
                      operationId: publishPolicy
                      parameters: {app: $request.path.app, header.If-Match: $response.header.ETag}
                    rollback:
                      operationId: rollBack
                      parameters: {app: $request.path.app}
                      requestBody: {policyVersion: $response.body#/policyVersion}
                    bump: {operationId: bumpHead, parameters: {app: $request.path.app}}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "409": {$ref: "#/components/responses/Conflict"}
                "410": {$ref: "#/components/responses/Gone"}
                "412": {$ref: "#/components/responses/PreconditionFailed"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "414": {$ref: "#/components/responses/URLTooLong"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "422": {$ref: "#/components/responses/Unprocessable"}
                "428": {$ref: "#/components/responses/PreconditionRequired"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

          /v1/admin/apps/{app}/preflight:
            parameters:
              - $ref: "#/components/parameters/app"
            post:
              tags: [publishing]
              operationId: preflightPolicy
              summary: What publishing a policy would do
              description: Takes the right `read`. Changes nothing.
              security: *admin
              requestBody: *policyBody
              responses:
                "200":
                  description: What was found, and what would change.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Preflight"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "409": {$ref: "#/components/responses/Conflict"}
                "410": {$ref: "#/components/responses/Gone"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "422": {$ref: "#/components/responses/Unprocessable"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/admin/apps/{app}/manifest:
            parameters:
              - $ref: "#/components/parameters/app"
            put:
              tags: [publishing]
              operationId: publishManifest
              summary: Publish a manifest that CI signed
              description: |
                Takes the right `publish`. Verified as the app's builds will, stored and served byte for byte. Epoch and
                revision have to rise. Sending the one in force again is a 200.
              security: *admin
              parameters:
                - $ref: "#/components/parameters/note"
              requestBody:
                required: true
                description: The envelope, at most 240 KiB.
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/Envelope"}
              responses:
                "200": *retriedPublication
                "201": *newPublication
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "409": {$ref: "#/components/responses/Conflict"}
                "410": {$ref: "#/components/responses/Gone"}
                "412": {$ref: "#/components/responses/PreconditionFailed"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "414": {$ref: "#/components/responses/URLTooLong"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "422": {$ref: "#/components/responses/Unprocessable"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

          /v1/admin/apps/{app}/catalog:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [publishing]
              operationId: getCatalog
              summary: The known releases as they are stored
              description: Takes the right `read`. 503 `catalog-not-learnt` while none are known.
              security: *admin
              parameters:
                - $ref: "#/components/parameters/ifNoneMatch"
              responses:
                "200":
                  description: The catalog.
                  headers: &catalogHeaders
                    Cache-Control: {$ref: "#/components/headers/NoStore"}
                    ETag: {$ref: "#/components/headers/ETag"}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Catalog"}
                "304":
                  description: The caller has it already.
                  headers: *catalogHeaders
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
            put:
              tags: [publishing]
              operationId: replaceCatalog
              summary: Import a catalog
              description: |
                Takes the right `catalog`. Replaces the one that was imported before; what Apple says ranks above it, fact by
                fact. A change that devices can see is published: the first at
                once, then at most once in ten minutes. Never published by the server for an app that CI signs.
              security: *admin
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/Catalog"}
              responses:
                "200":
                  description: It is stored.
                  headers: *catalogHeaders
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/CatalogReceipt"}
                  links:
                    stored: {operationId: getCatalog, parameters: {app: $request.path.app}}
                    releases: {operationId: listReleases, parameters: {app: $request.path.app}}
                    latest: {operationId: getLatestRelease, parameters: {app: $request.path.app}}
                    build: {operationId: getLatestBuild, parameters: {app: $request.path.app}}
                    sources: {operationId: listSources, parameters: {app: $request.path.app}}
                    reset: {operationId: resetCatalog, parameters: {app: $request.path.app}}
                    firstPolicy:
                      operationId: publishPolicy
                      parameters: {app: $request.path.app, header.If-None-Match: "*"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "422": {$ref: "#/components/responses/Unprocessable"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

          /v1/admin/apps/{app}/catalog/sources:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [publishing]
              operationId: listSources
              summary: Who told what is known, and how old that is
              description: Takes the right `read`.
              security: *admin
              responses:
                "200":
                  description: The sources.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Sources"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/admin/apps/{app}/catalog/sync:
            parameters:
              - $ref: "#/components/parameters/app"
            post:
              tags: [publishing]
              operationId: syncCatalog
              summary: Ask Apple about an app now
              description: |
                Takes the right `catalog`. Answers when every source has answered or failed, which may take half a minute; what
                was known stays where one failed. The server asks by itself too.
              security: *admin
              responses:
                "200":
                  description: What came of it.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Sync"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/admin/apps/{app}/catalog/withdraw:
            parameters:
              - $ref: "#/components/parameters/app"
            post:
              tags: [publishing]
              operationId: withdrawRelease
              summary: Stop offering a release
              description: |
                Takes the right `catalog`. Outranks every source until `reset`. Published as any other change of the catalog.
              security: *admin
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/Withdrawal"}
              responses:
                "200": &ordered
                  description: It is stored.
                  headers: *catalogHeaders
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/CatalogReceipt"}
                  links:
                    stored: {operationId: getCatalog, parameters: {app: $request.path.app}}
                    sources: {operationId: listSources, parameters: {app: $request.path.app}}
                    releases: {operationId: listReleases, parameters: {app: $request.path.app}}
                    reset: {operationId: resetCatalog, parameters: {app: $request.path.app}}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "412": {$ref: "#/components/responses/PreconditionFailed"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

          /v1/admin/apps/{app}/catalog/reset:
            parameters:
              - $ref: "#/components/parameters/app"
            post:
              tags: [publishing]
              operationId: resetCatalog
              summary: Offer again what was withdrawn
              description: |
                Takes the right `catalog`. Also forgets every memory of higher versions: the next answers of Apple are believed
                as they come.
              security: *admin
              responses:
                "200": *ordered
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "412": {$ref: "#/components/responses/PreconditionFailed"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

          /v1/admin/apps/{app}/rollback:
            parameters:
              - $ref: "#/components/parameters/app"
            post:
              tags: [publishing]
              operationId: rollBack
              summary: Bring an old policy back
              description: |
                Takes the right `publish`. The old policy becomes a new one, with the catalog of today. Findings are shown and
                refuse nothing. `If-Match` is checked where it is sent.
              security: *admin
              parameters:
                - $ref: "#/components/parameters/ifMatch"
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/Rollback"}
              responses:
                "200": *retriedPublication
                "201": *newPublication
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "409": {$ref: "#/components/responses/Conflict"}
                "410": {$ref: "#/components/responses/Gone"}
                "412": {$ref: "#/components/responses/PreconditionFailed"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "422": {$ref: "#/components/responses/Unprocessable"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

          /v1/admin/apps/{app}/head/bump:
            parameters:
              - $ref: "#/components/parameters/app"
            post:
              tags: [publishing]
              operationId: bumpHead
              summary: Issue what is in force anew, with a higher number
              description: Takes the right `publish`. For devices that have seen a number which a restored backup does not know.
              security: *admin
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/Bump"}
              responses:
                "200": *retriedPublication
                "201": *newPublication
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "409": {$ref: "#/components/responses/Conflict"}
                "410": {$ref: "#/components/responses/Gone"}
                "412": {$ref: "#/components/responses/PreconditionFailed"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "422": {$ref: "#/components/responses/Unprocessable"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

          /v1/admin/apps/{app}/history:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [history]
              operationId: listRevisions
              summary: The revisions, newest first
              description: Takes the right `read`.
              security: *admin
              parameters:
                - $ref: "#/components/parameters/before"
                - $ref: "#/components/parameters/limit"
              responses:
                "200":
                  description: The revisions.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [revisions]
                        properties:
                          revisions: {type: array, items: {$ref: "#/components/schemas/Revision"}}
                  links:
                    newest:
                      operationId: getRevision
                      parameters: {app: $request.path.app, revision: $response.body#/revisions/0/revision}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/admin/apps/{app}/manifests/{revision}:
            parameters:
              - $ref: "#/components/parameters/app"
              - name: revision
                in: path
                required: true
                schema: {$ref: "#/components/schemas/Number"}
            get:
              tags: [history]
              operationId: getRevision
              summary: The envelope of a revision
              description: |
                Takes the right `read`. 410 `pruned` once its bytes were removed, 30 days after the server made it by itself.
              security: *admin
              responses:
                "200":
                  description: The envelope.
                  headers:
                    Cache-Control: {$ref: "#/components/headers/NoStore"}
                    ETag: {$ref: "#/components/headers/ETag"}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Envelope"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/admin/apps/{app}/policies:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [history]
              operationId: listPolicies
              summary: The policies, newest first
              description: Takes the right `read`.
              security: *admin
              parameters:
                - $ref: "#/components/parameters/before"
                - $ref: "#/components/parameters/limit"
              responses:
                "200":
                  description: The policies, without their texts.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [policies]
                        properties:
                          policies: {type: array, items: {$ref: "#/components/schemas/PolicyEntry"}}
                  links:
                    newest:
                      operationId: getPolicyVersion
                      parameters: {app: $request.path.app, version: $response.body#/policies/0/version}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/admin/apps/{app}/policies/{version}:
            parameters:
              - $ref: "#/components/parameters/app"
              - name: version
                in: path
                required: true
                schema: {$ref: "#/components/schemas/Number"}
            get:
              tags: [history]
              operationId: getPolicyVersion
              summary: An old policy, as its author wrote it
              description: Takes the right `read`.
              security: *admin
              parameters:
                - $ref: "#/components/parameters/ifNoneMatch"
              responses:
                "200": *policyResponse
                "304": *policyUnchanged
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/admin/apps/{app}/diff:
            parameters:
              - $ref: "#/components/parameters/app"
            get:
              tags: [history]
              operationId: diffPolicies
              summary: What differs between two policies
              description: Takes the right `read`.
              security: *admin
              parameters:
                - name: from
                  in: query
                  required: true
                  description: The number of the old policy.
                  schema: {$ref: "#/components/schemas/Number"}
                - name: to
                  in: query
                  description: The number of the new policy; the one in force when it is left out.
                  schema: {$ref: "#/components/schemas/Number"}
              responses:
                "200":
                  description: The differences, rule by rule.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Diff"}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "410": {$ref: "#/components/responses/Gone"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/admin/audit:
            get:
              tags: [history]
              operationId: listAudit
              summary: What was done, newest first
              description: Takes the right `read`. A token for some apps has to name one of them.
              security: *admin
              parameters:
                - name: app
                  in: query
                  description: Only what was done to this app; deleted ones too.
                  schema: {type: string, pattern: "^[^\\x00-\\x1F\\x7F-\\x9F]*$"}
                - $ref: "#/components/parameters/before"
                - $ref: "#/components/parameters/limit"
              responses:
                "200":
                  description: The entries.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [entries]
                        properties:
                          entries: {type: array, items: {$ref: "#/components/schemas/AuditEntry"}}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "414": {$ref: "#/components/responses/URLTooLong"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}

          /v1/admin/tokens:
            get:
              tags: [tokens]
              operationId: listTokens
              summary: The tokens, without their texts
              description: Takes the right `tokens`. Revoked and expired ones too.
              security: *admin
              responses:
                "200":
                  description: The tokens, by the time they were made.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [tokens]
                        properties:
                          tokens: {type: array, items: {$ref: "#/components/schemas/Token"}}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
            post:
              tags: [tokens]
              operationId: createToken
              summary: Make a token
              description: |
                Takes the right `tokens`. A token may do no more, for no other apps and no longer than the one it is made with.
                Its text is in this answer and nowhere else.
              security: *admin
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {$ref: "#/components/schemas/NewToken"}
              responses:
                "201":
                  description: The token with its text.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                  content:
                    application/json:
                      schema:
                        allOf:
                          - $ref: "#/components/schemas/Token"
                          - {type: object, required: [token], properties: {token: {type: string}}}
                  links:
                    revoke: {operationId: revokeToken, parameters: {id: $response.body#/id}}
                "400": {$ref: "#/components/responses/Invalid"}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "413": {$ref: "#/components/responses/TooLarge"}
                "415": {$ref: "#/components/responses/UnsupportedMediaType"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

          /v1/admin/tokens/{id}:
            parameters:
              - name: id
                in: path
                required: true
                description: The id of a token, not its text.
                schema: {type: string, pattern: "^[a-z0-9]{12}$"}
            delete:
              tags: [tokens]
              operationId: revokeToken
              summary: Revoke a token
              description: Takes the right `tokens`. It stops counting at once here, and within five seconds on other nodes.
              security: *admin
              responses:
                "204":
                  description: It does not count any more.
                  headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
                "401": {$ref: "#/components/responses/Unauthorized"}
                "403": {$ref: "#/components/responses/Forbidden"}
                "404": {$ref: "#/components/responses/NotFound"}
                "429": {$ref: "#/components/responses/TooManyFailures"}
                "503": {$ref: "#/components/responses/Unavailable"}
                "507": {$ref: "#/components/responses/StoreFull"}

        components:
          securitySchemes:
            bearer:
              type: http
              scheme: bearer
              description: A token of this server.

          parameters:
            app:
              name: app
              in: path
              required: true
              description: The slug of the app.
              schema: {$ref: "#/components/schemas/Slug"}
              example: hashtags
            platform:
              name: platform
              in: query
              description: The platform the copy was built for; the app's first when it is left out.
              schema: {$ref: "#/components/schemas/Platform"}
            os:
              name: os
              in: query
              description: The system the copy runs on.
              schema: {$ref: "#/components/schemas/OperatingSystem"}
              example: iOS 17.4
            storefront:
              name: storefront
              in: query
              description: The App Store country of the account.
              schema: {$ref: "#/components/schemas/Storefront"}
            language:
              name: language
              in: query
              description: The language the app shows, as a BCP 47 tag.
              schema: {$ref: "#/components/schemas/Language"}
            explain:
              name: explain
              in: query
              description: Whether to tell how the decision came about; takes a token with the right `explain` for the app.
              schema: {type: string, enum: ["0", "1", "true", "false"]}
            note:
              name: note
              in: query
              description: Why, in a few words. Stored and shown.
              schema: {$ref: "#/components/schemas/Words"}
            before:
              name: before
              in: query
              description: Only entries below this number.
              schema: {$ref: "#/components/schemas/Number"}
            limit:
              name: limit
              in: query
              description: How many entries at most.
              schema: {type: integer, minimum: 1, maximum: 200, default: 50}
            ifNoneMatch:
              name: If-None-Match
              in: header
              description: Entity tags the caller has, weak or not.
              schema: {type: string}
            ifMatch:
              name: If-Match
              in: header
              description: The entity tag of the policy the caller believes to be in force, in quotes; a list of them, or `*`.
              schema:
                anyOf:
                  - {type: string, const: "*"}
                  - {type: string, pattern: '^(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*$'}
              example: "*"

          headers:
            ETag:
              required: true
              description: The entity tag.
              schema: {type: string, pattern: '^"[^"]+"$'}
            NoStore:
              required: true
              description: Kept by nobody.
              schema: {type: string, const: no-store}
            Briefly:
              required: true
              description: Kept by everybody for half a minute.
              schema: {type: string, const: "public, max-age=30"}
            PolicyVersion:
              required: true
              description: The number of the policy.
              schema: {type: integer, minimum: 1}
            RetryAfter:
              description: Seconds to wait, where waiting helps.
              schema: {type: integer, minimum: 1}
            Authenticate:
              required: true
              schema: {type: string, const: Bearer}

          responses:
            Invalid:
              description: The input cannot be used. `parameter` or `pointer` names the part that is to blame.
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            Unauthorized:
              description: A token is needed, or the one that was sent does not count.
              headers:
                Cache-Control: {$ref: "#/components/headers/NoStore"}
                WWW-Authenticate: {$ref: "#/components/headers/Authenticate"}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            Forbidden:
              description: The token is of the wrong kind or lacks the right.
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            NotFound:
              description: |
                There is no such thing, or it is out of the token's scope (`not-found`); nothing was published yet
                (`nothing-published`); no release fits (`no-release`).
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            Conflict:
              description: |
                It does not go with what is there: `slug-taken`, `signed-elsewhere` (CI signs the app), `signed-here` (this
                server does), `revision-not-rising`.
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            Gone:
              description: The app was deleted (`gone`), or the bytes of the revision were removed (`pruned`).
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            PreconditionFailed:
              description: Something else is in force than the caller believes.
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            TooLarge:
              description: The body is longer than the route reads (`body-too-large`), or the envelope would be (`too-large`).
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            URLTooLong:
              description: The URL is longer than 8 KiB.
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            UnsupportedMediaType:
              description: The body does not say that it is JSON.
              headers:
                Cache-Control: {$ref: "#/components/headers/NoStore"}
                Accept: {required: true, schema: {type: string, const: application/json}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            Unprocessable:
              description: |
                The document is not what it has to be. `findings` say why: it cannot be read (`invalid`), does harm
                (`preflight-failed`), belongs to another app (`wrong-app`), or the app's builds would refuse it (`not-trusted`).
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            PreconditionRequired:
              description: Neither `If-Match` nor `If-None-Match` was sent.
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            TooManyFailures:
              description: Too many tokens that do not count came from this address. One that does is never refused for it.
              headers:
                Cache-Control: {$ref: "#/components/headers/NoStore"}
                Retry-After: {$ref: "#/components/headers/RetryAfter"}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            Unavailable:
              description: |
                Not at the moment: `degraded`, `catalog-not-learnt`, `overloaded`, `not-ready`, `no-signing-key`, `clock-wrong`,
                `store-locked`, `store-unavailable`.
              headers:
                Cache-Control: {$ref: "#/components/headers/NoStore"}
                Retry-After: {$ref: "#/components/headers/RetryAfter"}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}
            StoreFull:
              description: There is no room left to store anything. Nothing was lost.
              headers: {Cache-Control: {$ref: "#/components/headers/NoStore"}}
              content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}

          schemas:
            Slug: {type: string, pattern: "^[a-z0-9][a-z0-9-]{0,62}$"}
            Number: {type: integer, format: int64, minimum: 1, maximum: 9223372036854775807}
            Moment: {type: string, format: date-time}
            MaybeMoment: {type: [string, "null"], format: date-time}
            MaybeText: {type: [string, "null"]}
            MaybeNumber: {type: [integer, "null"]}
            Words:
              type: string
              format: printable
              minLength: 1
              maxLength: 1000
              description: |
                Words for people: nothing that cannot be seen (control characters, line ends, what turns the direction of
                writing), and not white space alone.
            Name:
              type: string
              format: printable
              minLength: 1
              maxLength: 64
              description: As words, without white space around it.
            Digest: {type: string, pattern: "^[0-9a-f]{64}$"}
            Base64Key:
              type: string
              pattern: "^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$"
              description: 32 bytes in base64.
            Version:
              type: string
              maxLength: 128
              pattern: "^ *[0-9]+(\\.[0-9]+)*(-[A-Za-z0-9._+-]+)? *$"
              description: Dot-separated numbers, with a suffix after a hyphen if there is one.
            Build:
              type: string
              maxLength: 128
              pattern: "^ *[0-9]+(\\.[0-9]+)* *$"
            Platform:
              type: string
              pattern: "^([iI][oO][sS]|[iI][pP][aA][dD][oO][sS]|[mM][aA][cC][oO][sS]|[tT][vV][oO][sS]|\
                [wW][aA][tT][cC][hH][oO][sS]|[vV][iI][sS][iI][oO][nN][oO][sS])$"
              description: ios, macos, tvos, watchos or visionos, in any letter case; `iPadOS` is `ios`.
            Channel:
              type: string
              pattern: "^(debug|testflight|testflight\\.internal|testflight\\.external|appstore|marketplace|\
                marketplace:[^\\x00-\\x1F\\x7F-\\x9F]+|web|enterprise|adhoc|unknown)$"
            OperatingSystem:
              type: string
              pattern: "^[ =]*([iI][oO][sS]|[iI][pP][aA][dD][oO][sS]|[mM][aA][cC][oO][sS]|[tT][vV][oO][sS]|\
                [wW][aA][tT][cC][hH][oO][sS]|[vV][iI][sS][iI][oO][nN][oO][sS])[ =] *[0-9]+(\\.[0-9]+)*(-[A-Za-z0-9._+-]+)? *$"
              maxLength: 128
              description: A system and its version, such as `iOS 17.4`.
            Storefront:
              type: string
              format: country
              description: ISO 3166-1 in any letter case, any two letters or the three of a country.
            Language: {type: string, minLength: 1, maxLength: 64, pattern: "^[^\\x00-\\x1F\\x7F-\\x9F]+$"}
            InstallID: {type: string, minLength: 1, maxLength: 256, pattern: "^[^\\x00-\\x1F\\x7F-\\x9F]+$"}

            Problem:
              type: object
              required: [type, title, status, detail, instance]
              properties:
                type:
                  type: string
                  enum:
                    - urn:airworthy:problem:not-found
                    - urn:airworthy:problem:gone
                    - urn:airworthy:problem:slug-taken
                    - urn:airworthy:problem:invalid
                    - urn:airworthy:problem:preflight-failed
                    - urn:airworthy:problem:wrong-app
                    - urn:airworthy:problem:too-large
                    - urn:airworthy:problem:precondition-required
                    - urn:airworthy:problem:precondition-failed
                    - urn:airworthy:problem:signed-elsewhere
                    - urn:airworthy:problem:signed-here
                    - urn:airworthy:problem:not-trusted
                    - urn:airworthy:problem:revision-not-rising
                    - urn:airworthy:problem:no-signing-key
                    - urn:airworthy:problem:clock-wrong
                    - urn:airworthy:problem:nothing-published
                    - urn:airworthy:problem:degraded
                    - urn:airworthy:problem:catalog-not-learnt
                    - urn:airworthy:problem:unauthorized
                    - urn:airworthy:problem:forbidden
                    - urn:airworthy:problem:no-release
                    - urn:airworthy:problem:pruned
                    - urn:airworthy:problem:method-not-allowed
                    - urn:airworthy:problem:unsupported-media-type
                    - urn:airworthy:problem:body-too-large
                    - urn:airworthy:problem:url-too-long
                    - urn:airworthy:problem:headers-too-large
                    - urn:airworthy:problem:request-timeout
                    - urn:airworthy:problem:too-many-failures
                    - urn:airworthy:problem:overloaded
                    - urn:airworthy:problem:not-ready
                    - urn:airworthy:problem:store-full
                    - urn:airworthy:problem:store-locked
                    - urn:airworthy:problem:store-unavailable
                    - urn:airworthy:problem:refused
                    - urn:airworthy:problem:internal
                title: {type: string}
                status: {type: integer, minimum: 400, maximum: 599}
                detail: {type: string}
                pointer: {type: string, description: The place in the body that is to blame (RFC 6901).}
                parameter: {type: string, description: The query parameter that is to blame.}
                findings: {type: array, items: {$ref: "#/components/schemas/Finding"}}
                instance: {type: string, description: The id of the request.}
            Finding:
              type: object
              required: [code, severity, path, line, column, message]
              properties:
                code: {type: string}
                severity: {type: string, enum: [note, warning, error]}
                path: {type: string, description: "Where in the document, e.g. `rules[2].when`; empty for all of it."}
                line: {$ref: "#/components/schemas/MaybeNumber"}
                column: {$ref: "#/components/schemas/MaybeNumber"}
                message: {type: string}

            Envelope:
              type: object
              description: A DSSE envelope, with a root-signed keyring beside it where there is one.
              required: [payload, payloadType, signatures]
              properties:
                payload: {$ref: "#/components/schemas/Base64"}
                payloadType: {type: string, const: application/vnd.airworthy.manifest+json}
                signatures: {$ref: "#/components/schemas/Signatures"}
                keyring:
                  anyOf:
                    - type: "null"
                    - type: object
                      required: [payload, payloadType, signatures]
                      properties:
                        payload: {$ref: "#/components/schemas/Base64"}
                        payloadType: {type: string, const: application/vnd.airworthy.keyring+json}
                        signatures: {$ref: "#/components/schemas/Signatures"}
            Signatures:
              type: array
              minItems: 1
              maxItems: 8
              items:
                type: object
                required: [sig]
                properties:
                  keyid: {$ref: "#/components/schemas/MaybeText"}
                  sig: {$ref: "#/components/schemas/Base64"}
            Base64:
              type: string
              description: Base64 with padding, in either alphabet.
              anyOf:
                - pattern: "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"
                - pattern: "^([A-Za-z0-9_-]{4})*([A-Za-z0-9_-][AQgw]==|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]=)?$"
            Policy:
              type: object
              description: |
                What a team writes. More is checked than can be said here (ranges, URLs, rules that contradict each other); what
                is wrong is told as findings.
              additionalProperties: false
              required: [schema, rules]
              properties:
                schema: {type: integer, const: 1}
                app: {$ref: "#/components/schemas/Slug"}
                bundleID: {$ref: "#/components/schemas/BundleID"}
                appleID: {$ref: "#/components/schemas/Number"}
                defaultLanguage: {$ref: "#/components/schemas/LanguageTag"}
                links:
                  type: object
                  propertyNames: {pattern: "^(appstore|testflight|web|enterprise|marketplace(:[A-Za-z0-9.-]+)?)$"}
                  additionalProperties: {$ref: "#/components/schemas/Link"}
                support: {type: string, pattern: "^(https://|mailto:)[!-~]+$"}
                betaReminder: {$ref: "#/components/schemas/Period"}
                withdrawn: {$ref: "#/components/schemas/Ranges"}
                meta: {type: object}
                rules: {type: array, items: {$ref: "#/components/schemas/Rule"}}
                features: {type: object, additionalProperties: {$ref: "#/components/schemas/Feature"}}
              example:
                schema: 1
                app: hashtags
                rules:
                  - {id: floor, when: {version: <1.4}, update: required, message: {en: This version is too old.}}
                  - {id: nudge, when: {version: <latest}, update: recommended, remind: weekly, skippable: true}
                features:
                  new-editor: {default: false, rules: [{when: {channel: [debug, testflight]}, value: true}]}
            Rule:
              type: object
              description: When, and what then. Everything that stands under `when` has to hold.
              additionalProperties: false
              required: [when]
              properties:
                id: {type: string, pattern: "^[A-Za-z0-9_.-]{1,64}$"}
                when: {$ref: "#/components/schemas/Condition"}
                meta: {type: object}
                update: {$ref: "#/components/schemas/UpdateLevel"}
                perChange:
                  type: object
                  additionalProperties: false
                  minProperties: 1
                  properties:
                    major: {$ref: "#/components/schemas/UpdateLevel"}
                    minor: {$ref: "#/components/schemas/UpdateLevel"}
                    patch: {$ref: "#/components/schemas/UpdateLevel"}
                    revision: {$ref: "#/components/schemas/UpdateLevel"}
                    build: {$ref: "#/components/schemas/UpdateLevel"}
                target: {$ref: "#/components/schemas/Range"}
                deadline: {$ref: "#/components/schemas/Moment"}
                releasedFor: {$ref: "#/components/schemas/Period"}
                remind: {anyOf: [{type: string, enum: [always, daily, weekly, once]}, {$ref: "#/components/schemas/Period"}]}
                skippable: {type: boolean}
                title: {$ref: "#/components/schemas/Text"}
                message: {$ref: "#/components/schemas/Text"}
                url: {$ref: "#/components/schemas/Link"}
                maintenance:
                  type: object
                  additionalProperties: false
                  required: [until]
                  properties:
                    until: {$ref: "#/components/schemas/Moment"}
                    url: {$ref: "#/components/schemas/Link"}
                ifUnavailable: {type: string, enum: [allow, block]}
                phased: {type: string, enum: [follow, ignore]}
            Condition:
              type: object
              additionalProperties: false
              properties:
                version: {$ref: "#/components/schemas/Ranges"}
                build: {$ref: "#/components/schemas/Ranges"}
                platform:
                  anyOf:
                    - $ref: "#/components/schemas/Platform"
                    - {type: array, minItems: 1, items: {$ref: "#/components/schemas/Platform"}}
                channel:
                  anyOf:
                    - $ref: "#/components/schemas/Channel"
                    - {type: array, minItems: 1, items: {$ref: "#/components/schemas/Channel"}}
                os:
                  type: object
                  minProperties: 1
                  propertyNames: {$ref: "#/components/schemas/Platform"}
                  additionalProperties: {$ref: "#/components/schemas/Ranges"}
                language:
                  anyOf:
                    - $ref: "#/components/schemas/LanguageRange"
                    - {type: array, minItems: 1, items: {$ref: "#/components/schemas/LanguageRange"}}
                storefront:
                  anyOf:
                    - $ref: "#/components/schemas/Storefront"
                    - {type: array, minItems: 1, items: {$ref: "#/components/schemas/Storefront"}}
                attributes: {type: object}
                ifMissing: {type: boolean}
                rollout:
                  anyOf:
                    - {$ref: "#/components/schemas/Percentage"}
                    - type: object
                      additionalProperties: false
                      required: [percentage]
                      properties: {percentage: {$ref: "#/components/schemas/Percentage"}, salt: {type: string, minLength: 1}}
                after: {$ref: "#/components/schemas/Moment"}
                before: {$ref: "#/components/schemas/Moment"}
                all: {type: array, items: {$ref: "#/components/schemas/Condition"}}
                any: {type: array, items: {$ref: "#/components/schemas/Condition"}}
                not: {$ref: "#/components/schemas/Condition"}
            Feature:
              type: object
              description: A value, and the rules by which it is another one of the same type.
              additionalProperties: false
              required: [default]
              properties:
                default: {type: [boolean, string, number, object]}
                rules:
                  type: array
                  items:
                    type: object
                    additionalProperties: false
                    required: [when, value]
                    properties:
                      id: {type: string, pattern: "^[A-Za-z0-9_.-]{1,64}$"}
                      when: {$ref: "#/components/schemas/Condition"}
                      value: {type: [boolean, string, number, object]}
                      review: {type: string, const: include}
                whenExpired: {type: string, const: default}
            UpdateLevel: {type: string, enum: [none, recommended, required]}
            Percentage: {type: number, minimum: 0, maximum: 100, description: At most four decimals.}
            Range: {type: string, minLength: 1, maxLength: 1024, description: "E.g. `<1.4`, `2.2.*` or `2.2.0 (310)`."}
            Ranges:
              anyOf:
                - $ref: "#/components/schemas/Range"
                - {type: array, minItems: 1, items: {$ref: "#/components/schemas/Range"}}
            Text:
              description: A text in some languages, or one whose language nobody states.
              anyOf:
                - {type: string, minLength: 1}
                - type: object
                  minProperties: 1
                  propertyNames: {$ref: "#/components/schemas/LanguageRange"}
                  additionalProperties: {type: string, minLength: 1}
            Link:
              type: string
              maxLength: 2048
              pattern: "^(https|itms-apps|itms-beta|macappstore)://[!-~]+$"
            Period:
              type: string
              pattern: "^P([0-9]+W([0-9]+D)?|[0-9]+D)?(T([0-9]+H([0-9]+M)?([0-9]+S)?|[0-9]+M([0-9]+S)?|[0-9]+S))?$"
              description: An ISO 8601 duration without years, months and fractions.
            LanguageRange: {type: string, maxLength: 64, pattern: "^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$"}
            LanguageTag: {type: string, maxLength: 35, pattern: "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$", description: A BCP 47 tag.}

            Catalog:
              type: object
              description: |
                The known releases of an app. What is absent is not known and excludes nobody. More is checked than can be said
                here; what is wrong is told as findings.
              additionalProperties: false
              required: [schema, releases]
              properties:
                schema: {type: integer, const: 1}
                app: {$ref: "#/components/schemas/Slug"}
                asOf: {$ref: "#/components/schemas/Moment"}
                releases: {type: array, items: {$ref: "#/components/schemas/Release"}}
              example:
                schema: 1
                app: hashtags
                asOf: "2026-11-20T00:00:00Z"
                releases:
                  - platform: ios
                    version: 2.2.1
                    build: "310"
                    minimumOS: "16.0"
                    offers:
                      - channel: appstore
                        storefronts: [JP, US]
                        publishedAt: "2026-11-13T00:00:00Z"
                        notes: {en: Tags are safe again.}
            Release:
              type: object
              additionalProperties: false
              required: [version, offers]
              properties:
                platform: {$ref: "#/components/schemas/Platform"}
                version: {$ref: "#/components/schemas/Version"}
                build: {$ref: "#/components/schemas/Build"}
                minimumOS: {$ref: "#/components/schemas/Version"}
                offers: {type: array, items: {$ref: "#/components/schemas/Offer"}}
            Offer:
              type: object
              additionalProperties: false
              required: [channel]
              properties:
                channel: {$ref: "#/components/schemas/Channel"}
                distributor: {type: string, minLength: 1}
                groups: {type: array, items: {type: string}}
                storefronts: {type: array, items: {$ref: "#/components/schemas/Storefront"}}
                publishedAt: {$ref: "#/components/schemas/Moment"}
                firstSeenAt: {$ref: "#/components/schemas/Moment"}
                expiresAt: {$ref: "#/components/schemas/Moment"}
                state: {type: string, enum: [live, inReview, withdrawn]}
                phase:
                  type: object
                  additionalProperties: false
                  required: [state]
                  properties:
                    state: {type: string, enum: [active, paused, complete, inactive]}
                    day: {type: integer, minimum: 1, maximum: 7}
                url: {$ref: "#/components/schemas/Link"}
                notes: {$ref: "#/components/schemas/Text"}
                source: {type: string}

            Installation:
              type: object
              required: [version]
              properties:
                version: {$ref: "#/components/schemas/Version"}
                build: {anyOf: [{$ref: "#/components/schemas/Build"}, {type: "null"}]}
                platform: {anyOf: [{$ref: "#/components/schemas/Platform"}, {type: "null"}]}
                channel: {anyOf: [{$ref: "#/components/schemas/Channel"}, {type: "null"}]}
                os: {anyOf: [{$ref: "#/components/schemas/OperatingSystem"}, {type: "null"}]}
                storefront: {anyOf: [{$ref: "#/components/schemas/Storefront"}, {type: "null"}]}
                language: {anyOf: [{$ref: "#/components/schemas/Language"}, {type: "null"}]}
                installID: {anyOf: [{$ref: "#/components/schemas/InstallID"}, {type: "null"}]}
                attributes:
                  type: [object, "null"]
                  description: The app's own facts.
                  additionalProperties: {type: [string, number, boolean]}
            Decision:
              type: object
              required: [schema, status, blocking, reason, rule, softened, revision, platform, channel, installed, update,
                newest, title, message, skippable, remind, deadline, maintenance, expiry, reevaluateAt, factsAsOf, features]
              properties:
                schema: {type: integer, const: 1}
                status: {type: string, enum: [ok, recommended, required, requiredUnavailable, maintenance]}
                blocking: {type: boolean, description: Whether the copy must not carry on. The one thing a caller must obey.}
                reason:
                  type: string
                  description: Why. More may come.
                  examples: [noRule, matched, exempt, upToDate, beforeDeadline, betaExpiry, newerThanKnown, osTooOld, noOffer]
                rule: {$ref: "#/components/schemas/MaybeText"}
                softened: {type: [string, "null"], enum: [expired, null]}
                revision: {type: [integer, "null"]}
                platform: {type: string}
                channel: {type: string}
                installed:
                  type: object
                  required: [platform, version, build]
                  properties:
                    platform: {type: string}
                    version: {type: string}
                    build: {$ref: "#/components/schemas/MaybeText"}
                update: {anyOf: [{$ref: "#/components/schemas/Update"}, {type: "null"}]}
                newest: {anyOf: [{$ref: "#/components/schemas/Update"}, {type: "null"}]}
                title: {$ref: "#/components/schemas/MaybeText"}
                message: {$ref: "#/components/schemas/MaybeText"}
                skippable: {type: boolean}
                remind:
                  type: [string, "null"]
                  description: always, daily, weekly, once, or an ISO 8601 duration.
                deadline: {$ref: "#/components/schemas/MaybeMoment"}
                maintenance:
                  type: [object, "null"]
                  required: [until, url]
                  properties:
                    until: {$ref: "#/components/schemas/Moment"}
                    url: {$ref: "#/components/schemas/MaybeText"}
                expiry: {$ref: "#/components/schemas/MaybeMoment"}
                reevaluateAt: {$ref: "#/components/schemas/MaybeMoment"}
                factsAsOf: {$ref: "#/components/schemas/MaybeMoment"}
                support: {type: string}
                meta: {type: object}
                features: {type: object}
                trace: {$ref: "#/components/schemas/Trace"}
            Update:
              type: object
              required: [version, build, url, notes, minimumOS, publishedAt, evidence]
              properties:
                version: {$ref: "#/components/schemas/MaybeText"}
                build: {$ref: "#/components/schemas/MaybeText"}
                url: {$ref: "#/components/schemas/MaybeText"}
                notes: {$ref: "#/components/schemas/MaybeText"}
                minimumOS: {$ref: "#/components/schemas/MaybeText"}
                publishedAt: {$ref: "#/components/schemas/MaybeMoment"}
                evidence: {type: string, enum: [catalog, asserted]}
                leavesBeta: {type: boolean}
            Trace:
              type: object
              required: [notes, rules, offers, features]
              properties:
                notes: {type: array, items: {type: string}}
                rules:
                  type: array
                  items:
                    type: object
                    required: [rule, condition, outcome, decided]
                    properties:
                      rule: {type: string}
                      condition: {$ref: "#/components/schemas/TraceNode"}
                      outcome: {type: string}
                      decided: {type: boolean}
                offers:
                  type: array
                  items:
                    type: object
                    required: [release, channel, storefront, verdict]
                    properties:
                      release: {type: string}
                      channel: {type: string}
                      storefront: {$ref: "#/components/schemas/MaybeText"}
                      verdict: {type: string}
                features: {type: object, additionalProperties: {type: string}}
            TraceNode:
              type: object
              required: [condition, expected, seen, truth]
              properties:
                condition: {type: string}
                expected: {type: string}
                seen: {$ref: "#/components/schemas/MaybeText"}
                truth: {type: string, enum: ["true", "false", undecided]}
                parts: {type: array, items: {$ref: "#/components/schemas/TraceNode"}}
            Features:
              type: object
              required: [schema, app, revision, features]
              properties:
                schema: {type: integer, const: 1}
                app: {$ref: "#/components/schemas/Slug"}
                revision: {$ref: "#/components/schemas/Number"}
                features: {type: object}

            CatalogState:
              type: object
              required: [asOf, stale, sources]
              properties:
                asOf: {$ref: "#/components/schemas/Moment"}
                stale: {type: boolean}
                sources:
                  type: array
                  description: Who told the facts. A source is stale when it was not confirmed for three of its intervals.
                  items:
                    type: object
                    required: [name, asOf, stale]
                    properties:
                      name: {$ref: "#/components/schemas/SourceName"}
                      asOf: {$ref: "#/components/schemas/Moment"}
                      stale: {type: boolean}
            SourceName:
              type: string
              pattern: "^(appStoreConnect|lookup:[A-Z]{2}|manual|operator)$"
              description: App Store Connect, the lookup of one country, an import, or somebody's order.
            Sources:
              type: object
              required: [asOf, stale, sources]
              properties:
                asOf: {$ref: "#/components/schemas/MaybeMoment"}
                stale: {type: boolean}
                sources:
                  type: array
                  items:
                    type: object
                    required: [name, asOf, changedAt, stale, interval, lastAttempt, problem]
                    properties:
                      name: {$ref: "#/components/schemas/SourceName"}
                      asOf: {type: [string, "null"], format: date-time, description: When it last gave a good answer.}
                      changedAt: {type: [string, "null"], format: date-time, description: When it last said something new.}
                      stale: {type: boolean}
                      interval: {type: [integer, "null"], description: Seconds between two questions; null if it is not asked.}
                      lastAttempt: {$ref: "#/components/schemas/MaybeMoment"}
                      problem: {type: [string, "null"], description: Why the last question brought nothing.}
            Sync:
              allOf:
                - $ref: "#/components/schemas/Sources"
                - type: object
                  required: [complete, outcomes]
                  properties:
                    complete: {type: boolean, description: "Whether somebody was asked, and everybody answered."}
                    outcomes:
                      type: array
                      items:
                        type: object
                        required: [name, outcome, problem]
                        properties:
                          name: {$ref: "#/components/schemas/SourceName"}
                          outcome: {type: string, enum: [learnt, nothing-known, failed]}
                          problem: {$ref: "#/components/schemas/MaybeText"}
            Withdrawal:
              type: object
              additionalProperties: false
              required: [version]
              properties:
                platform:
                  description: The app's first when it is left out.
                  anyOf: [{$ref: "#/components/schemas/Platform"}, {type: "null"}]
                version: {$ref: "#/components/schemas/Version"}
                build:
                  description: Every build of the version when it is left out.
                  anyOf: [{$ref: "#/components/schemas/Build"}, {type: "null"}]
              example: {version: 2.2.1}
            Releases:
              type: object
              required: [releases, catalog]
              properties:
                releases: {type: array, items: {$ref: "#/components/schemas/Release"}}
                catalog: {$ref: "#/components/schemas/CatalogState"}
            LatestRelease:
              type: object
              description: What is not known or not public is null.
              required: [version, buildNumber, releaseNotes, uploadedAt, publishedAt, expiresAt, minimumOS, audienceType,
                availableTo, groups, testFlightURL, channel, platform, url, catalog]
              properties:
                version: {type: string}
                buildNumber: {$ref: "#/components/schemas/MaybeText"}
                releaseNotes: {$ref: "#/components/schemas/MaybeText"}
                uploadedAt: {$ref: "#/components/schemas/MaybeMoment"}
                publishedAt: {$ref: "#/components/schemas/MaybeMoment"}
                expiresAt: {$ref: "#/components/schemas/MaybeMoment"}
                minimumOS: {$ref: "#/components/schemas/MaybeText"}
                audienceType:
                  type: [string, "null"]
                  description: Apple's `buildAudienceType` as it is. It says what a build may become, not who has it.
                availableTo:
                  type: [array, "null"]
                  description: Who can install it from TestFlight.
                  items: {type: string, enum: [internal, external]}
                groups:
                  type: [array, "null"]
                  description: The groups it was given to. None says nothing, for groups that get every build may be missing.
                  items:
                    type: object
                    required: [id, name]
                    properties:
                      id: {type: string}
                      name: {$ref: "#/components/schemas/MaybeText"}
                testFlightURL: {$ref: "#/components/schemas/MaybeText"}
                channel: {type: string}
                platform: {type: string}
                url: {$ref: "#/components/schemas/MaybeText"}
                catalog: {$ref: "#/components/schemas/CatalogState"}
            BuildAudience:
              allOf:
                - $ref: "#/components/schemas/LatestRelease"
                - type: object
                  required: [matchedBy, builds]
                  properties:
                    matchedBy: {type: string, enum: [build, version]}
                    builds: {type: array, items: {type: object}, description: "All that fit, the newest first, twenty at most."}
            PinnedKey:
              type: object
              required: [id, role, key]
              properties:
                id: {type: string, pattern: "^[0-9a-f]{16}$"}
                role: {type: string, enum: [root, online]}
                key: {$ref: "#/components/schemas/Base64Key"}
            Keys:
              type: object
              required: [app, audience, lineage, signing, keys, keyring, onlineKeys, epoch]
              properties:
                app: {$ref: "#/components/schemas/Slug"}
                audience: {type: string}
                lineage: {type: string}
                signing: {type: string, enum: [server, ci]}
                keys: {type: array, items: {$ref: "#/components/schemas/PinnedKey"}}
                keyring: {type: [object, "null"], description: The root-signed envelope of the keyring in force.}
                onlineKeys:
                  type: array
                  items:
                    type: object
                    required: [id, key]
                    properties:
                      id: {type: string, pattern: "^[0-9a-f]{16}$"}
                      key: {$ref: "#/components/schemas/Base64Key"}
                epoch: {type: integer, minimum: 0}

            Identity:
              type: object
              required: [name, kind, rights, apps, expiresAt]
              properties:
                name: {type: string}
                kind: {$ref: "#/components/schemas/TokenKind"}
                rights: {type: array, items: {$ref: "#/components/schemas/Right"}}
                apps: {type: [array, "null"], items: {type: string}, description: "The apps it is for; null is every app."}
                expiresAt: {$ref: "#/components/schemas/MaybeMoment"}
            TokenKind: {type: string, enum: [pub, srv, adm, ci]}
            Right: {type: string, enum: [explain, read, publish, catalog, apps, tokens]}
            NewToken:
              type: object
              additionalProperties: false
              required: [kind, name]
              properties:
                kind: {$ref: "#/components/schemas/TokenKind"}
                name: {$ref: "#/components/schemas/Name"}
                rights:
                  type: [array, "null"]
                  items: {$ref: "#/components/schemas/Right"}
                  description: What it may do; left out, all its kind and its maker may.
                apps:
                  type: [array, "null"]
                  minItems: 1
                  items: {$ref: "#/components/schemas/Slug"}
                  description: The apps it is for, which have to be there; left out, those of its maker.
                expiresAt:
                  description: When it ends; not in the past, and not after its maker.
                  anyOf: [{$ref: "#/components/schemas/Moment"}, {type: "null"}]
              anyOf:
                - properties: {kind: {const: adm}}
                - properties: {kind: {const: ci}, rights: {items: {enum: [explain, read, publish, catalog]}}}
                - properties: {kind: {const: srv}, rights: {items: {enum: [explain]}}}
                - properties: {kind: {const: pub}, rights: {maxItems: 0}}
            Token:
              type: object
              required: [id, kind, name, rights, apps, createdAt, createdBy, expiresAt, revokedAt]
              properties:
                id: {type: string}
                kind: {$ref: "#/components/schemas/TokenKind"}
                name: {type: string}
                rights: {type: array, items: {$ref: "#/components/schemas/Right"}}
                apps: {type: [array, "null"], items: {type: string}}
                createdAt: {$ref: "#/components/schemas/Moment"}
                createdBy: {type: string}
                expiresAt: {$ref: "#/components/schemas/MaybeMoment"}
                revokedAt: {$ref: "#/components/schemas/MaybeMoment"}

            NewPin:
              type: object
              additionalProperties: false
              required: [key, role]
              properties:
                key: {$ref: "#/components/schemas/Base64Key"}
                role: {type: string, enum: [root, online]}
                id:
                  type: [string, "null"]
                  pattern: "^[0-9a-f]{16}$"
                  description: The id of the key as answers show it. It may be left out, and is refused if it is another key's.
            NewApp:
              type: object
              additionalProperties: false
              required: [slug, bundleID]
              properties:
                slug: {$ref: "#/components/schemas/Slug"}
                bundleID: {$ref: "#/components/schemas/BundleID"}
                appleID: {type: [integer, "null"], minimum: 1, maximum: 9223372036854775807}
                platforms: {$ref: "#/components/schemas/Platforms"}
                defaultLanguage:
                  description: en when it is left out.
                  anyOf: [{$ref: "#/components/schemas/LanguageTag"}, {type: "null"}]
                signing: {type: [string, "null"], enum: [server, ci, null]}
                audience: {type: [string, "null"], pattern: "^[!-~]{1,64}$", description: production when it is left out.}
                lineage: {type: [string, "null"], pattern: "^[!-~]{1,64}$", description: The slug when it is left out.}
                internalBuilds: {type: [string, "null"], enum: [none, facts, full, null]}
                storefronts: {$ref: "#/components/schemas/Storefronts"}
                appleKeyID: {$ref: "#/components/schemas/AppleKeyID"}
                pins: {$ref: "#/components/schemas/NewPins"}
              anyOf:
                - properties: {signing: {enum: [server, null]}}
                - required: [pins]
                  properties: {signing: {const: ci}, pins: {type: array}}
            AppChanges:
              type: object
              additionalProperties: false
              properties:
                bundleID: {anyOf: [{$ref: "#/components/schemas/BundleID"}, {type: "null"}]}
                appleID: {type: [integer, "null"], minimum: 1, maximum: 9223372036854775807, description: "null takes it away."}
                platforms: {$ref: "#/components/schemas/Platforms"}
                defaultLanguage: {anyOf: [{$ref: "#/components/schemas/LanguageTag"}, {type: "null"}]}
                internalBuilds: {type: [string, "null"], enum: [none, facts, full, null]}
                storefronts: {$ref: "#/components/schemas/Storefronts"}
                appleKeyID: {$ref: "#/components/schemas/AppleKeyID"}
                pins: {$ref: "#/components/schemas/NewPins"}
            Storefronts:
              type: [array, "null"]
              maxItems: 20
              uniqueItems: true
              items: {type: string, pattern: "^[A-Z]{2}$"}
              description: The countries whose App Store is asked; of a new app US when it is left out.
            AppleKeyID:
              type: [string, "null"]
              pattern: "^[A-Za-z0-9_-]{1,64}$"
              description: The App Store Connect key to ask with; null is the first one the server has.
            BundleID: {type: string, pattern: "^[A-Za-z0-9.-]{1,255}$"}
            Platforms:
              type: [array, "null"]
              minItems: 1
              uniqueItems: true
              items: {type: string, enum: [ios, macos, tvos, watchos, visionos]}
              description: What it is made for, the one meant when none is named first. Letter case does not matter.
            NewPins:
              type: [array, "null"]
              minItems: 1
              maxItems: 32
              items: {$ref: "#/components/schemas/NewPin"}
              description: The keys its shipped builds pin.
            App:
              type: object
              required: [slug, bundleID, appleID, platforms, defaultLanguage, signing, audience, lineage, internalBuilds,
                storefronts, appleKeyID, webhookURL, pins, createdAt, head]
              properties:
                slug: {$ref: "#/components/schemas/Slug"}
                bundleID: {type: string}
                appleID: {$ref: "#/components/schemas/MaybeNumber"}
                platforms: {type: array, minItems: 1, items: {type: string}}
                defaultLanguage: {type: string}
                signing: {type: string, enum: [server, ci]}
                audience: {type: string}
                lineage: {type: string}
                internalBuilds: {type: string, enum: [none, facts, full]}
                storefronts: {type: array, items: {type: string}}
                appleKeyID: {$ref: "#/components/schemas/MaybeText"}
                webhookURL:
                  type: [string, "null"]
                  description: What to register with App Store Connect; null where the server does not know its own address.
                pins: {type: array, items: {$ref: "#/components/schemas/PinnedKey"}}
                createdAt: {$ref: "#/components/schemas/Moment"}
                head:
                  type: object
                  required: [state, problem, revision, policyVersion, digest, issuedAt, expiresAt]
                  properties:
                    state: {type: string, enum: [live, degraded, unpublished]}
                    problem: {type: [string, "null"], description: What somebody should look into.}
                    revision: {$ref: "#/components/schemas/MaybeNumber"}
                    policyVersion: {$ref: "#/components/schemas/MaybeNumber"}
                    digest: {type: [string, "null"], pattern: "^[0-9a-f]{64}$"}
                    issuedAt: {$ref: "#/components/schemas/MaybeMoment"}
                    expiresAt: {$ref: "#/components/schemas/MaybeMoment"}
                notes: {type: array, items: {type: string}, description: What its admin should know.}

            Revision:
              type: object
              required: [revision, policyVersion, digest, cause, issuedAt, expiresAt, size, author, note, stored]
              properties:
                revision: {$ref: "#/components/schemas/Number"}
                policyVersion: {type: integer, minimum: 0, description: 0 for an app that CI signs.}
                digest: {$ref: "#/components/schemas/Digest"}
                cause: {type: string, enum: [publish, rollback, catalog, renewal]}
                issuedAt: {$ref: "#/components/schemas/Moment"}
                expiresAt: {$ref: "#/components/schemas/MaybeMoment"}
                size: {type: integer, minimum: 1, description: The length of the envelope in bytes.}
                author: {type: string}
                note: {$ref: "#/components/schemas/MaybeText"}
                stored: {type: boolean, description: Whether its bytes are still there.}
            Publication:
              type: object
              required: [revision, policyVersion, digest, cause, issuedAt, expiresAt, size, author, note, new, policyTag, findings]
              properties:
                revision: {$ref: "#/components/schemas/Number"}
                policyVersion: {type: integer, minimum: 0, description: 0 for an app that CI signs.}
                digest: {$ref: "#/components/schemas/Digest"}
                cause: {type: string, enum: [publish, rollback, catalog, renewal]}
                issuedAt: {$ref: "#/components/schemas/Moment"}
                expiresAt: {$ref: "#/components/schemas/MaybeMoment"}
                size: {type: integer, minimum: 1}
                author: {type: string}
                note: {$ref: "#/components/schemas/MaybeText"}
                new: {type: boolean, description: Whether this request made it.}
                policyTag: {type: [string, "null"], description: "The entity tag of the policy in force, without quotes."}
                findings: {type: array, items: {$ref: "#/components/schemas/Finding"}}
            Preflight:
              type: object
              required: [findings, errors, warnings, size, refused, changesNothing, basedOn, diff]
              properties:
                findings: {type: array, items: {$ref: "#/components/schemas/Finding"}}
                errors: {type: integer, minimum: 0}
                warnings: {type: integer, minimum: 0}
                size: {type: integer, minimum: 0, description: How many bytes the envelope would have.}
                refused: {type: boolean, description: "Whether publishing it would be refused, unless it is forced."}
                changesNothing: {type: boolean}
                basedOn: {type: [string, "null"], description: "The entity tag of the policy in force, without quotes."}
                diff: {$ref: "#/components/schemas/Diff"}
            CatalogReceipt:
              type: object
              required: [new, digest, asOf, releases, publication, publishesAt, alert]
              properties:
                new: {type: boolean, description: Whether it differs from what was stored before.}
                digest: {$ref: "#/components/schemas/Digest"}
                asOf: {$ref: "#/components/schemas/MaybeMoment"}
                releases: {$ref: "#/components/schemas/MaybeNumber"}
                publication: {anyOf: [{$ref: "#/components/schemas/Publication"}, {type: "null"}]}
                publishesAt: {type: [string, "null"], format: date-time, description: "When it will be published, if it has to wait."}
                alert: {type: [string, "null"], description: What somebody should look into.}
            Rollback:
              type: object
              additionalProperties: false
              description: The policy by its number, or that of a revision.
              properties:
                policyVersion: {anyOf: [{$ref: "#/components/schemas/Number"}, {type: "null"}]}
                revision: {anyOf: [{$ref: "#/components/schemas/Number"}, {type: "null"}]}
                note: {anyOf: [{$ref: "#/components/schemas/Words"}, {type: "null"}]}
              oneOf:
                - required: [policyVersion]
                  properties: {policyVersion: {type: integer}, revision: {type: "null"}}
                - required: [revision]
                  properties: {revision: {type: integer}, policyVersion: {type: "null"}}
            Bump:
              type: object
              additionalProperties: false
              required: [atLeast]
              properties:
                atLeast: {$ref: "#/components/schemas/Number"}
            PolicyEntry:
              type: object
              required: [version, digest, policyTag, base, author, note, rollbackOf, forced, createdAt]
              properties:
                version: {$ref: "#/components/schemas/Number"}
                digest: {$ref: "#/components/schemas/Digest"}
                policyTag: {type: string}
                base: {type: integer, minimum: 0, description: The policy it was written on top of; 0 for the first.}
                author: {type: string}
                note: {$ref: "#/components/schemas/MaybeText"}
                rollbackOf: {$ref: "#/components/schemas/MaybeNumber"}
                forced: {type: [string, "null"], description: Why its errors were accepted.}
                createdAt: {$ref: "#/components/schemas/Moment"}
            AuditEntry:
              type: object
              required: [id, at, actor, action, app, revision, detail]
              properties:
                id: {$ref: "#/components/schemas/Number"}
                at: {$ref: "#/components/schemas/Moment"}
                actor: {type: string}
                action: {type: string}
                app: {$ref: "#/components/schemas/MaybeText"}
                revision: {$ref: "#/components/schemas/MaybeNumber"}
                detail: {$ref: "#/components/schemas/MaybeText"}
            Change:
              type: object
              required: [key, old, new]
              properties:
                key: {type: string}
                old: {description: "Any value; null where there was none."}
                new: {description: "Any value; null where there is none."}
            DiffEntry:
              type: object
              required: [id, change]
              properties:
                id: {type: string}
                change: {type: string, enum: [added, removed, moved, changed]}
                old: {description: What was removed.}
                new: {description: What was added.}
                moved:
                  type: object
                  required: [from, to]
                  properties: {from: {type: integer}, to: {type: integer}}
                changes: {type: array, items: {$ref: "#/components/schemas/Change"}}
            Diff:
              type: object
              required: [schema, different, manifest, policy, rules, features, releases]
              properties:
                schema: {type: integer, const: 1}
                different: {type: boolean}
                manifest: {type: array, items: {$ref: "#/components/schemas/Change"}}
                policy: {type: array, items: {$ref: "#/components/schemas/Change"}}
                rules: {type: array, items: {$ref: "#/components/schemas/DiffEntry"}}
                features: {type: array, items: {$ref: "#/components/schemas/DiffEntry"}}
                releases: {type: array, items: {$ref: "#/components/schemas/DiffEntry"}}

        """#
}
