package com.example.airworthy

import java.io.File
import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL
import java.nio.file.Files
import java.nio.file.StandardCopyOption
import java.security.KeyFactory
import java.security.MessageDigest
import java.security.PublicKey
import java.security.Signature
import java.security.spec.X509EncodedKeySpec
import java.time.Instant
import java.util.Base64
import org.json.JSONArray
import org.json.JSONObject

/** The installed app. Leave out what you do not know: a missing value never makes an answer stricter. */
data class Installation(
    /** `versionName`, such as 2.2.0. */
    val version: String,
    /** `versionCode`. */
    val build: Long,
    /** `play`, `play.internal`, `play.closed`, `play.open`, `sideload`, `debug` or `unknown`. */
    val channel: String,
    /** `Build.VERSION.RELEASE`, such as 14. */
    val os: String? = null,
    val language: String? = null,
    /** A random id from the first launch, for rollouts. It goes to the server, which does not keep it. */
    val installID: String? = null,
    /** Strings, numbers and Booleans that rules may name. */
    val attributes: Map<String, Any> = emptyMap()
)

/** A public key that the app trusts, as `airworthy keys new` prints it: 32 bytes in base64. */
data class Pin(val key: String, val role: Role = Role.ROOT) {
    enum class Role { ROOT, ONLINE }
}

/** What the app has to do. [blocking] is all it must obey. */
data class Answer(
    val blocking: Boolean,
    /** `ok`, `recommended`, `required`, `requiredUnavailable` or `maintenance`. */
    val status: String,
    /** Where to get the update, https. */
    val updateURL: String?,
    val updateVersion: String?,
    val title: String?,
    val message: String?,
    /** The features and their values. */
    val features: JSONObject,
    val source: Source,
    /** Why the server's answer was not used, for a log. */
    val problem: String? = null
) {
    enum class Source { SERVER, STORED, NONE }
}

/**
 * Asks an Airworthy server whether this build may carry on.
 *
 * The server decides, by the same engine as everywhere. A decision blocks only if it follows from a manifest that a trusted key signed,
 * that is for this app and not older than one seen before, and only by a rule of that manifest. Without such an answer the last one
 * counts until its manifest expires, for the same build; without that, the app carries on.
 *
 *     val airworthy = AirworthyClient(
 *         "https://updates.example.com", "hashtags",
 *         listOf(Pin("kdXIaSbnfI4kscypBiRb0mQHNTuTT/O/5/i8russB5w=")), File(context.filesDir, "airworthy.json"))
 *     val answer = airworthy.check(Installation(BuildConfig.VERSION_NAME, BuildConfig.VERSION_CODE.toLong(), "play"))
 */
class AirworthyClient(
    private val server: String,
    private val app: String,
    private val pins: List<Pin>,
    private val store: File,
    private val timeoutMillis: Int = 5_000,
    private val now: () -> Instant = { Instant.now() }
) {
    private class Refused(reason: String) : Exception(reason)

    /** Asks the server and stores its answer. It takes up to four times the timeout, so call it on a worker thread. It never throws. */
    fun check(installation: Installation): Answer {
        val stored = try {
            JSONObject(store.readText())
        } catch (_: Exception) {
            JSONObject()
        }
        try {
            val manifest = verified(JSONObject(text(get("manifest"))), stored)
            val decision = JSONObject(text(post("decision", question(installation))))
            manifest.put("decision", bounded(decision, manifest)).put("asked", asked(installation))
            val answer = answer(manifest.getJSONObject("decision"), Answer.Source.SERVER, null)
            // The rules are needed no longer, so the file stays small.
            manifest.remove("rules")
            write(manifest)
            return answer
        } catch (error: Exception) {
            val problem = "${error.javaClass.simpleName}: ${error.message}"
            return try {
                val isUsable = stored.getString("asked") == asked(installation) && isValid(stored)
                if (!isUsable) throw Refused("nothing usable is stored")
                answer(stored.getJSONObject("decision"), Answer.Source.STORED, problem)
            } catch (_: Exception) {
                answer(JSONObject(), Answer.Source.NONE, problem)
            }
        }
    }

    // --- The signed manifest

    /** Returns what is kept of a manifest that may be trusted: epoch, revision, digest, expiry and the ids of its rules. */
    private fun verified(envelope: JSONObject, before: JSONObject): JSONObject {
        val roots = pins.filter { it.role == Pin.Role.ROOT }.map { it.key }
        val keyring = envelope.optJSONObject("keyring")?.let { JSONObject(signedText(it, "keyring", roots)) }
        val keyringApp = keyring?.optString("app") ?: ""
        if (keyringApp != "" && keyringApp != app) throw Refused("the keyring is for $keyringApp")
        // A keyring takes the place of all online keys that are pinned.
        val online = keyring?.getJSONArray("keys")?.objects()?.map { it.getString("key") }
            ?: pins.filter { it.role == Pin.Role.ONLINE }.map { it.key }
        val payload = signedText(envelope, "manifest", roots + online)
        val manifest = JSONObject(payload)
        if (manifest.getString("app") != app) throw Refused("the manifest is for ${manifest.getString("app")}")
        if (manifest.optString("audience", "production") != "production") throw Refused("the manifest is not for production")

        val kept = JSONObject()
            .put("epoch", keyring?.getLong("epoch") ?: 0L).put("revision", manifest.getLong("revision"))
            .put("digest", hex(MessageDigest.getInstance("SHA-256").digest(payload.toByteArray())))
            .put("expiresAt", manifest.getString("expiresAt"))
        val order = compareValuesBy(kept, before, { it.optLong("epoch") }, { it.optLong("revision") })
        if (order < 0) throw Refused("the manifest is older than one seen before")
        if (order == 0 && kept.getString("digest") != before.getString("digest")) throw Refused("two manifests have one revision")
        if (!isValid(kept)) throw Refused("the manifest has expired")
        val rules = manifest.getJSONObject("policy").getJSONArray("rules").objects()
        return kept.put("rules", JSONArray(rules.mapIndexed { index, rule -> rule.optString("id", "rule-${index + 1}") }))
    }

    /** Returns the text of an envelope that one of the keys signed (DSSE, Ed25519). */
    private fun signedText(envelope: JSONObject, kind: String, keys: List<String>): String {
        val type = "application/vnd.airworthy.$kind+json"
        if (envelope.getString("payloadType") != type) throw Refused("not a $kind")
        val payload = bytes(envelope.getString("payload"))
        val message = "DSSEv1 ${type.length} $type ${payload.size} ".toByteArray() + payload
        val signatures = envelope.getJSONArray("signatures").objects().take(8).map { bytes(it.getString("sig")) }
        val isSigned = keys.any { key ->
            val publicKey = publicKey(key)
            signatures.any { signature ->
                val check = Signature.getInstance("Ed25519")
                check.initVerify(publicKey)
                check.update(message)
                try {
                    check.verify(signature)
                } catch (_: java.security.SignatureException) {
                    false
                }
            }
        }
        if (!isSigned) throw Refused("no trusted key signed the $kind")
        return String(payload)
    }

    private fun publicKey(key: String): PublicKey {
        // The beginning of every Ed25519 key in the form that Java reads.
        val prefix = byteArrayOf(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)
        return KeyFactory.getInstance("Ed25519").generatePublic(X509EncodedKeySpec(prefix + bytes(key)))
    }

    private fun isValid(kept: JSONObject) = Instant.parse(kept.getString("expiresAt")).isAfter(now())

    // --- The decision

    /** Takes the right to block from a decision that does not follow from the signed rules. */
    private fun bounded(decision: JSONObject, manifest: JSONObject): JSONObject {
        val rules = manifest.getJSONArray("rules")
        val isSigned = decision.optLong("revision") == manifest.getLong("revision") &&
            (0 until rules.length()).any { rules.getString(it) == decision.optText("rule") }
        return if (isSigned) decision else decision.put("blocking", false)
    }

    private fun answer(decision: JSONObject, source: Answer.Source, problem: String?): Answer {
        val update = decision.optJSONObject("update")
        return Answer(
            decision.optBoolean("blocking"), decision.optString("status", "ok"),
            update?.optText("url")?.takeIf { it.startsWith("https://") }, update?.optText("version"),
            decision.optText("title"), decision.optText("message"), decision.optJSONObject("features") ?: JSONObject(),
            source, problem)
    }

    private fun question(installation: Installation): JSONObject {
        val question = JSONObject().put("platform", "android").put("version", installation.version)
            .put("build", "${installation.build}").put("channel", installation.channel)
            .put("attributes", JSONObject(installation.attributes))
        installation.os?.let { question.put("os", "Android $it") }
        installation.language?.let { question.put("language", it) }
        installation.installID?.let { question.put("installID", it) }
        return question
    }

    private fun asked(installation: Installation) = "${installation.version} ${installation.build} ${installation.channel}"

    // --- Files and the network

    private fun write(kept: JSONObject) {
        val draft = File(store.path + ".new")
        draft.writeText(kept.toString())
        Files.move(draft.toPath(), store.toPath(), StandardCopyOption.REPLACE_EXISTING)
    }

    private fun get(part: String) = connection(part)

    private fun post(part: String, body: JSONObject): HttpURLConnection {
        val connection = connection(part)
        connection.requestMethod = "POST"
        connection.doOutput = true
        connection.setRequestProperty("Content-Type", "application/json")
        connection.outputStream.use { it.write(body.toString().toByteArray()) }
        return connection
    }

    private fun connection(part: String): HttpURLConnection {
        val connection = URL("$server/v1/apps/$app/$part").openConnection() as HttpURLConnection
        connection.connectTimeout = timeoutMillis
        connection.readTimeout = timeoutMillis
        connection.instanceFollowRedirects = false
        return connection
    }

    private fun text(connection: HttpURLConnection): String {
        if (connection.responseCode != 200) throw IOException("the server answered ${connection.responseCode}")
        val limit = 256 * 1024
        val found = connection.inputStream.use { stream -> stream.readNBytes(limit + 1) }
        if (found.size > limit) throw IOException("the answer is too long")
        return String(found)
    }

    private fun bytes(base64: String) = Base64.getDecoder().decode(base64)
    private fun hex(bytes: ByteArray) = bytes.joinToString("") { "%02x".format(it) }
    private fun JSONArray.objects() = (0 until length()).map { getJSONObject(it) }
    private fun JSONObject.optText(key: String): String? = if (isNull(key)) null else getString(key)
}
