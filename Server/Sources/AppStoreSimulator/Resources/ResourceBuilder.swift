import Foundation

/// Creates resources from the records of the world.
struct ResourceBuilder {
    let world: World

    /// Returns a date in the format of the resource with the given id.
    private func text(_ time: ScenarioTime, of id: String) -> JSON {
        let form = DateForm(rawValue: StableID.number(id, below: DateForm.allCases.count)) ?? .offset
        return .string(form.text(world.date(time)))
    }

    private func text(_ time: ScenarioTime?, of id: String) -> JSON { time.map { text($0, of: id) } ?? .null }

    func resource(_ app: AppRecord) -> Resource {
        let builds = world.builds.filter { $0.app == app.id }
        return Resource(
            .apps, id: app.id,
            attributes: [
                "name": .string(app.name), "bundleId": .string(app.bundleID), "sku": .string(app.sku),
                "primaryLocale": .string(app.locale), "isOrEverWasMadeForKids": false,
                "contentRightsDeclaration": "DOES_NOT_USE_THIRD_PARTY_CONTENT",
            ],
            relations: [
                "builds": Set(builds.map(\.id)).sorted(),
                "preReleaseVersions": Set(builds.map(\.preReleaseID)).sorted(),
                "betaGroups": Set(world.groups.filter { $0.app == app.id }.map(\.id)).sorted(),
                "appStoreVersions": Set(world.versions.filter { $0.app == app.id }.map(\.id)).sorted(),
                "webhooks": Set(world.webhooks.filter { $0.app == app.id }.map(\.id)).sorted(),
            ])
    }

    func resource(_ build: BuildRecord) -> Resource {
        let isMac = build.platform == "MAC_OS"
        return Resource(
            .builds, id: build.id,
            attributes: [
                "version": .string(build.number),
                "uploadedDate": .string(DateForm.offset.text(world.date(build.uploaded))),
                "expirationDate": .string(DateForm.offset.text(world.date(build.expires))),
                "expired": .bool(world.isExpired(build)), "minOsVersion": JSON(isMac ? nil : build.minimumOS),
                "lsMinimumSystemVersion": JSON(isMac ? build.minimumOS : nil),
                "processingState": .string(build.processing), "buildAudienceType": .string(build.audience),
                "usesNonExemptEncryption": build.usesEncryption.map(JSON.bool) ?? .null,
            ],
            relations: [
                "app": [build.app], "preReleaseVersion": [build.preReleaseID], "buildBetaDetail": [build.id],
                "betaGroups": build.groups.sorted(),
                "betaBuildLocalizations": build.notes.map { build.noteID($0.locale) },
                "betaAppReviewSubmission": build.review == nil ? [] : [build.id],
                "appStoreVersion": world.versions.filter { $0.build == build.id }.map(\.id),
                "buildUpload": [build.uploadID],
            ])
    }

    func preReleaseVersion(_ ref: ResourceRef) -> Resource? {
        let builds = world.builds.filter { $0.preReleaseID == ref.id }
        guard let first = builds.first else { return nil }
        return Resource(
            .preReleaseVersions, id: ref.id,
            attributes: ["version": .string(first.version), "platform": .string(first.platform)],
            relations: [
                "app": [first.app], "builds": builds.map(\.id).sorted(),
            ])
    }

    func betaDetail(_ build: BuildRecord) -> Resource {
        Resource(
            .buildBetaDetails, id: build.id,
            attributes: [
                "autoNotifyEnabled": true, "internalBuildState": .string(world.internalState(build)),
                "externalBuildState": .string(world.externalState(build)),
            ], relations: ["build": [build.id]])
    }

    func resource(_ group: GroupRecord) -> Resource {
        let link = group.publicLinkID
        return Resource(
            .betaGroups, id: group.id,
            attributes: [
                "name": .string(group.name), "createdDate": text(group.created, of: group.id),
                "isInternalGroup": .bool(group.isInternal),
                "hasAccessToAllBuilds": group.isInternal ? .bool(group.hasAllBuilds) : .null,
                "publicLinkEnabled": .bool(link != nil), "publicLinkId": JSON(link),
                "publicLinkLimitEnabled": .bool(group.publicLinkLimit != nil),
                "publicLinkLimit": group.publicLinkLimit.map(JSON.integer) ?? .null,
                "publicLink": JSON(link.map { "https://testflight.apple.com/join/\($0)" }), "feedbackEnabled": true,
                "iosBuildsAvailableForAppleSiliconMac": true, "iosBuildsAvailableForAppleVision": true,
            ],
            relations: [
                "app": [group.app], "builds": world.builds.filter { $0.groups.contains(group.id) }.map(\.id).sorted(),
            ])
    }

    func betaNote(_ ref: ResourceRef) -> Resource? {
        for build in world.builds {
            for note in build.notes where build.noteID(note.locale) == ref.id {
                return Resource(
                    .betaBuildLocalizations, id: ref.id,
                    attributes: ["whatsNew": .string(note.text), "locale": .string(note.locale)],
                    relations: ["build": [build.id]])
            }
        }
        return nil
    }

    func review(_ build: BuildRecord) -> Resource {
        Resource(
            .betaAppReviewSubmissions, id: build.id,
            attributes: ["betaReviewState": JSON(build.review), "submittedDate": text(build.reviewed, of: build.id)],
            relations: ["build": [build.id]])
    }

    func upload(_ build: BuildRecord) -> Resource {
        Resource(
            .buildUploads, id: build.uploadID,
            attributes: [
                "cfBundleShortVersionString": .string(build.version), "cfBundleVersion": .string(build.number),
                "createdDate": text(build.uploaded, of: build.uploadID), "platform": .string(build.platform),
                "uploadedDate": text(build.uploaded, of: build.uploadID),
                "state": ["errors": [], "warnings": [], "infos": [], "state": .string(build.uploadState)],
            ], relations: ["build": [build.id]])
    }

    func resource(_ version: VersionRecord) -> Resource {
        let isOnSale = !(world.app(version.app)?.storefronts ?? []).isEmpty
        return Resource(
            .appStoreVersions, id: version.id,
            attributes: [
                "platform": .string(version.platform), "versionString": .string(version.version),
                "appStoreState": .string(Vocabulary.storeState(version.state, isOnSale: isOnSale)),
                "appVersionState": .string(version.state), "reviewType": "APP_STORE",
                "releaseType": .string(version.releaseType),
                "earliestReleaseDate": text(version.earliestRelease, of: version.id),
                "downloadable": .bool(version.state == "READY_FOR_DISTRIBUTION"),
                "createdDate": text(version.created, of: version.id),
            ],
            relations: [
                "app": [version.app], "build": [version.build].compactMap(\.self),
                "appStoreVersionLocalizations": version.notes.map { version.noteID($0.locale) },
                "appStoreVersionPhasedRelease": [version.phased?.id].compactMap(\.self),
            ])
    }

    func versionNote(_ ref: ResourceRef) -> Resource? {
        for version in world.versions {
            for note in version.notes where version.noteID(note.locale) == ref.id {
                return Resource(
                    .appStoreVersionLocalizations, id: ref.id,
                    attributes: [
                        "locale": .string(note.locale), "whatsNew": .string(note.text),
                        "description": JSON(world.app(version.app)?.name),
                    ], relations: ["appStoreVersion": [version.id]])
            }
        }
        return nil
    }

    func resource(_ phased: PhasedRecord) -> Resource {
        let phase = world.phase(of: phased)
        return Resource(
            .appStoreVersionPhasedReleases, id: phased.id,
            attributes: [
                "phasedReleaseState": .string(phase.state), "startDate": text(phased.started, of: phased.id),
                "totalPauseDuration": .integer(phase.pausedDays),
                "currentDayNumber": phase.day.map(JSON.integer) ?? .null,
            ])
    }

    func resource(_ webhook: WebhookRecord) -> Resource {
        Resource(
            .webhooks, id: webhook.id,
            attributes: [
                "enabled": .bool(webhook.isEnabled), "eventTypes": .array(webhook.eventTypes.map(JSON.string)),
                "name": .string(webhook.name), "url": .string(webhook.url),
            ],
            relations: [
                "app": [webhook.app], "deliveries": world.deliveries.filter { $0.webhook == webhook.id }.map(\.id),
            ])
    }

    func resource(_ delivery: DeliveryRecord) -> Resource {
        var response: JSONObject = [:]
        if let status = delivery.status { response["httpStatusCode"] = .integer(status) }
        if let body = delivery.body { response["body"] = .string(body) }
        return Resource(
            .webhookDeliveries, id: delivery.id,
            attributes: [
                "createdDate": text(delivery.created, of: delivery.id), "deliveryState": .string(delivery.state),
                "errorMessage": JSON(delivery.error), "redelivery": .bool(delivery.isRedelivery),
                "sentDate": text(delivery.sent, of: delivery.id), "request": ["url": .string(delivery.url)],
                "response": delivery.status == nil ? .null : .object(response),
            ], relations: ["event": [delivery.event]])
    }

    func resource(_ event: EventRecord) -> Resource {
        Resource(
            .webhookEvents, id: event.id,
            attributes: [
                "eventType": JSON(event.eventType), "payload": .string(event.payload), "ping": .bool(event.isPing),
                "createdDate": text(event.created, of: event.id),
            ])
    }
}
