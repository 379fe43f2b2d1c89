package com.example.airworthy

import java.io.File
import java.time.Instant
import org.json.JSONObject

/**
 * Asks as an app does, for tests: SERVER APP STORE ROLE=KEY[,ROLE=KEY] QUESTION…, each question an object with the installed version,
 * build and channel and, if wanted, `os`, `installID`, `attributes`, and the time `now`. Prints one object for each.
 */
fun main(arguments: Array<String>) {
    val (server, app, store, keys) = arguments
    var now = Instant.now()
    val pins = keys.split(",").map { pin ->
        val (role, key) = pin.split("=", limit = 2)
        Pin(key, Pin.Role.values().first { it.name.equals(role, ignoreCase = true) })
    }
    val client = AirworthyClient(server, app, pins, File(store), timeoutMillis = 2_000) { now }
    for (line in arguments.drop(4)) {
        val question = JSONObject(line)
        now = if (question.has("now")) Instant.parse(question.getString("now")) else Instant.now()
        val attributes = question.optJSONObject("attributes") ?: JSONObject()
        val answer = client.check(
            Installation(
                question.getString("version"), question.getLong("build"), question.getString("channel"),
                os = if (question.has("os")) question.getString("os") else null,
                installID = if (question.has("installID")) question.getString("installID") else null,
                attributes = attributes.keys().asSequence().map { it to attributes.get(it) }.toMap()))
        println(
            JSONObject().put("blocking", answer.blocking).put("status", answer.status).put("url", answer.updateURL)
                .put("version", answer.updateVersion).put("message", answer.message).put("features", answer.features)
                .put("source", answer.source.name).put("problem", answer.problem))
    }
}
