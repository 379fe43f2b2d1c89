import Foundation

extension World {
    /// Every resource of a type, in an order that says nothing.
    func all(_ kind: Kind) -> [Ref] {
        let ids: [String] =
            switch kind {
            case .apps: apps.map(\.id)
            case .builds, .buildBetaDetails: builds.map(\.id)
            case .preReleaseVersions: Array(Set(builds.map(\.preReleaseID)))
            case .betaGroups: groups.map(\.id)
            case .betaBuildLocalizations: builds.flatMap { build in build.notes.map { build.noteID($0.locale) } }
            case .betaAppReviewSubmissions: builds.filter { $0.review != nil }.map(\.id)
            case .buildUploads: builds.map(\.uploadID)
            case .appStoreVersions: versions.map(\.id)
            case .appStoreVersionLocalizations:
                versions.flatMap { version in version.notes.map { version.noteID($0.locale) } }
            case .appStoreVersionPhasedReleases: versions.compactMap { $0.phased?.id }
            case .webhooks: webhooks.map(\.id)
            case .webhookDeliveries: deliveries.map(\.id)
            case .webhookEvents: events.map(\.id)
            }
        return ids.sorted().map { Ref(kind, $0) }
    }

    /// A resource as it is now; `nil` where there is none.
    func resource(_ ref: Ref) -> Resource? {
        switch ref.kind {
        case .apps: app(ref.id).map(resource)
        case .builds: builds.first { $0.id == ref.id }.map(resource)
        case .preReleaseVersions: preRelease(ref)
        case .buildBetaDetails: builds.first { $0.id == ref.id }.map(betaDetail)
        case .betaGroups: groups.first { $0.id == ref.id }.map(resource)
        case .betaBuildLocalizations: betaNote(ref)
        case .betaAppReviewSubmissions: builds.first { $0.id == ref.id && $0.review != nil }.map(review)
        case .buildUploads: builds.first { $0.uploadID == ref.id }.map(upload)
        case .appStoreVersions: versions.first { $0.id == ref.id }.map(resource)
        case .appStoreVersionLocalizations: versionNote(ref)
        case .appStoreVersionPhasedReleases: versions.lazy.compactMap(\.phased).first { $0.id == ref.id }.map(resource)
        case .webhooks: webhooks.first { $0.id == ref.id }.map(resource)
        case .webhookDeliveries: deliveries.first { $0.id == ref.id }.map(resource)
        case .webhookEvents: events.first { $0.id == ref.id }.map(resource)
        }
    }

    private func text(_ time: ScenarioTime, _ id: String) -> JSON {
        let form = DateForm(rawValue: StableID.number(id, below: DateForm.allCases.count)) ?? .offset
        return .string(form.text(date(time)))
    }

    private func text(_ time: ScenarioTime?, _ id: String) -> JSON { time.map { text($0, id) } ?? .null }

    private func resource(_ app: AppRecord) -> Resource {
        func mine(_ kind: Kind, _ ids: [String]) -> [Ref] { Set(ids).sorted().map { Ref(kind, $0) } }
        let builds = builds.filter { $0.app == app.id }
        return Resource(
            ref: Ref(.apps, app.id),
            attributes: [
                "name": .string(app.name), "bundleId": .string(app.bundleID), "sku": .string(app.sku),
                "primaryLocale": .string(app.locale), "isOrEverWasMadeForKids": false,
                "contentRightsDeclaration": "DOES_NOT_USE_THIRD_PARTY_CONTENT",
            ],
            relations: [
                "builds": mine(.builds, builds.map(\.id)),
                "preReleaseVersions": mine(.preReleaseVersions, builds.map(\.preReleaseID)),
                "betaGroups": mine(.betaGroups, groups.filter { $0.app == app.id }.map(\.id)),
                "appStoreVersions": mine(.appStoreVersions, versions.filter { $0.app == app.id }.map(\.id)),
                "webhooks": mine(.webhooks, webhooks.filter { $0.app == app.id }.map(\.id)),
            ])
    }

    private func resource(_ build: BuildRecord) -> Resource {
        let isMac = build.platform == "MAC_OS"
        return Resource(
            ref: Ref(.builds, build.id),
            attributes: [
                "version": .string(build.number), "uploadedDate": .string(DateForm.offset.text(date(build.uploaded))),
                "expirationDate": .string(DateForm.offset.text(date(build.expires))),
                "expired": .bool(isExpired(build)), "minOsVersion": JSON(isMac ? nil : build.minimumOS),
                "lsMinimumSystemVersion": JSON(isMac ? build.minimumOS : nil),
                "processingState": .string(build.processing), "buildAudienceType": .string(build.audience),
                "usesNonExemptEncryption": build.usesEncryption.map(JSON.bool) ?? .null,
            ],
            relations: [
                "app": [Ref(.apps, build.app)],
                "preReleaseVersion": [Ref(.preReleaseVersions, build.preReleaseID)],
                "buildBetaDetail": [Ref(.buildBetaDetails, build.id)],
                "betaGroups": build.groups.sorted().map { Ref(.betaGroups, $0) },
                "betaBuildLocalizations": build.notes.map { Ref(.betaBuildLocalizations, build.noteID($0.locale)) },
                "betaAppReviewSubmission": build.review == nil ? [] : [Ref(.betaAppReviewSubmissions, build.id)],
                "appStoreVersion": versions.filter { $0.build == build.id }.map { Ref(.appStoreVersions, $0.id) },
                "buildUpload": [Ref(.buildUploads, build.uploadID)],
            ])
    }

    private func preRelease(_ ref: Ref) -> Resource? {
        let mine = builds.filter { $0.preReleaseID == ref.id }
        guard let first = mine.first else { return nil }
        return Resource(
            ref: ref, attributes: ["version": .string(first.version), "platform": .string(first.platform)],
            relations: [
                "app": [Ref(.apps, first.app)], "builds": mine.map(\.id).sorted().map { Ref(.builds, $0) },
            ])
    }

    private func betaDetail(_ build: BuildRecord) -> Resource {
        Resource(
            ref: Ref(.buildBetaDetails, build.id),
            attributes: [
                "autoNotifyEnabled": true, "internalBuildState": .string(internalState(build)),
                "externalBuildState": .string(externalState(build)),
            ], relations: ["build": [Ref(.builds, build.id)]])
    }

    private func resource(_ group: GroupRecord) -> Resource {
        let link = group.publicLinkID
        return Resource(
            ref: Ref(.betaGroups, group.id),
            attributes: [
                "name": .string(group.name), "createdDate": text(group.created, group.id),
                "isInternalGroup": .bool(group.isInternal),
                "hasAccessToAllBuilds": group.isInternal ? .bool(group.hasAllBuilds) : .null,
                "publicLinkEnabled": .bool(link != nil), "publicLinkId": JSON(link),
                "publicLinkLimitEnabled": .bool(group.publicLinkLimit != nil),
                "publicLinkLimit": group.publicLinkLimit.map(JSON.integer) ?? .null,
                "publicLink": JSON(link.map { "https://testflight.apple.com/join/\($0)" }), "feedbackEnabled": true,
                "iosBuildsAvailableForAppleSiliconMac": true, "iosBuildsAvailableForAppleVision": true,
            ],
            relations: [
                "app": [Ref(.apps, group.app)],
                "builds": builds.filter { $0.groups.contains(group.id) }.map(\.id).sorted().map { Ref(.builds, $0) },
            ])
    }

    private func betaNote(_ ref: Ref) -> Resource? {
        for build in builds {
            for note in build.notes where build.noteID(note.locale) == ref.id {
                return Resource(
                    ref: ref, attributes: ["whatsNew": .string(note.text), "locale": .string(note.locale)],
                    relations: ["build": [Ref(.builds, build.id)]])
            }
        }
        return nil
    }

    private func review(_ build: BuildRecord) -> Resource {
        Resource(
            ref: Ref(.betaAppReviewSubmissions, build.id),
            attributes: ["betaReviewState": JSON(build.review), "submittedDate": text(build.reviewed, build.id)],
            relations: ["build": [Ref(.builds, build.id)]])
    }

    private func upload(_ build: BuildRecord) -> Resource {
        let state =
            build.processing == "VALID" ? "COMPLETE" : build.processing == "PROCESSING" ? "PROCESSING" : "FAILED"
        return Resource(
            ref: Ref(.buildUploads, build.uploadID),
            attributes: [
                "cfBundleShortVersionString": .string(build.version), "cfBundleVersion": .string(build.number),
                "createdDate": text(build.uploaded, build.uploadID), "platform": .string(build.platform),
                "uploadedDate": text(build.uploaded, build.uploadID),
                "state": ["errors": [], "warnings": [], "infos": [], "state": .string(state)],
            ], relations: ["build": [Ref(.builds, build.id)]])
    }

    private func resource(_ version: VersionRecord) -> Resource {
        let isOnSale = !(app(version.app)?.storefronts ?? []).isEmpty
        return Resource(
            ref: Ref(.appStoreVersions, version.id),
            attributes: [
                "platform": .string(version.platform), "versionString": .string(version.version),
                "appStoreState": .string(Vocabulary.storeState(version.state, isOnSale: isOnSale)),
                "appVersionState": .string(version.state), "reviewType": "APP_STORE",
                "releaseType": .string(version.releaseType),
                "earliestReleaseDate": text(version.earliestRelease, version.id),
                "downloadable": .bool(version.state == "READY_FOR_DISTRIBUTION"),
                "createdDate": text(version.created, version.id),
            ],
            relations: [
                "app": [Ref(.apps, version.app)], "build": version.build.map { [Ref(.builds, $0)] } ?? [],
                "appStoreVersionLocalizations": version.notes.map {
                    Ref(.appStoreVersionLocalizations, version.noteID($0.locale))
                },
                "appStoreVersionPhasedRelease": version.phased.map {
                    [Ref(.appStoreVersionPhasedReleases, $0.id)]
                } ?? [],
            ])
    }

    private func versionNote(_ ref: Ref) -> Resource? {
        for version in versions {
            for note in version.notes where version.noteID(note.locale) == ref.id {
                return Resource(
                    ref: ref,
                    attributes: [
                        "locale": .string(note.locale), "whatsNew": .string(note.text),
                        "description": JSON(app(version.app)?.name),
                    ], relations: ["appStoreVersion": [Ref(.appStoreVersions, version.id)]])
            }
        }
        return nil
    }

    private func resource(_ phased: PhasedRecord) -> Resource {
        let phase = phase(phased)
        return Resource(
            ref: Ref(.appStoreVersionPhasedReleases, phased.id),
            attributes: [
                "phasedReleaseState": .string(phase.state), "startDate": text(phased.started, phased.id),
                "totalPauseDuration": .integer(phase.pausedDays),
                "currentDayNumber": phase.day.map(JSON.integer) ?? .null,
            ])
    }

    private func resource(_ webhook: WebhookRecord) -> Resource {
        Resource(
            ref: Ref(.webhooks, webhook.id),
            attributes: [
                "enabled": .bool(webhook.isEnabled), "eventTypes": .array(webhook.eventTypes.map(JSON.string)),
                "name": .string(webhook.name), "url": .string(webhook.url),
            ],
            relations: [
                "app": [Ref(.apps, webhook.app)],
                "deliveries": deliveries.filter { $0.webhook == webhook.id }.map { Ref(.webhookDeliveries, $0.id) },
            ])
    }

    private func resource(_ delivery: DeliveryRecord) -> Resource {
        var response: JSONObject = [:]
        if let status = delivery.status { response["httpStatusCode"] = .integer(status) }
        if let body = delivery.body { response["body"] = .string(body) }
        return Resource(
            ref: Ref(.webhookDeliveries, delivery.id),
            attributes: [
                "createdDate": text(delivery.created, delivery.id), "deliveryState": .string(delivery.state),
                "errorMessage": JSON(delivery.error), "redelivery": .bool(delivery.isRedelivery),
                "sentDate": text(delivery.sent, delivery.id), "request": ["url": .string(delivery.url)],
                "response": delivery.status == nil ? .null : .object(response),
            ], relations: ["event": [Ref(.webhookEvents, delivery.event)]])
    }

    private func resource(_ event: EventRecord) -> Resource {
        Resource(
            ref: Ref(.webhookEvents, event.id),
            attributes: [
                "eventType": JSON(event.eventType), "payload": .string(event.payload), "ping": .bool(event.isPing),
                "createdDate": text(event.created, event.id),
            ])
    }
}
