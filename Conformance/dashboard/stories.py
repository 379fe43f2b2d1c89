"""What people do with the dashboard, each told by the sentence that is printed when it went well."""

import base64
import datetime
import re
import time
from pathlib import Path

from browser import Failure


def sign_in_and_out(browsers, demo, reader):
    """A wrong token is refused, the address of the demo signs in once, and signing out ends the session."""
    with browsers.person("signing in") as (page, watch):
        watch.expects_failure = True
        page.goto(demo.url + "/sign-in")
        page.fill("#token", "adm_wrong")
        page.keyboard.press("Enter")
        page.wait_for_selector("[role=alert]")
        page.goto(demo.link)
        if not page.url.endswith("/apps"):
            raise Failure(f"the address of the demo leads to {page.url}")
        page.click("text=Sign out")
        page.goto(demo.url + "/apps/hashtags")
        if "/sign-in?next=" not in page.url:
            raise Failure("after signing out a page is still open")
        page.goto(demo.link)
        page.wait_for_selector("[role=alert]")


def sign_in_by_command(browsers, demo, reader):
    """`airworthy dashboard` signs in without a token on the page, and somebody else can end that session."""
    address = demo.command("dashboard", "--app", "hashtags", "--print")
    with browsers.person("by command") as (page, watch), browsers.person("ending a session", demo.token) as (other, _):
        page.goto(address)
        if page.url != demo.url + "/apps/hashtags":
            raise Failure(f"the address of the command leads to {page.url}")
        other.goto(demo.url + "/tokens")
        rows = other.locator("#sessions tbody tr")
        if rows.count() < 2 or other.locator("#sessions button:text-is('End')").count() != rows.count() - 1:
            raise Failure(f"of {rows.count()} sessions, {other.locator('#sessions button').all_inner_texts()}")
        # The sessions stand with the newest first: that of the person who looks, then that of the command.
        other.click("#sessions button:text-is('End') >> nth=0")
        other.wait_for_url("**/tokens?done=session-ended**")
        page.goto(demo.url + "/apps")
        if "/sign-in?next=" not in page.url:
            raise Failure("a session that was ended still shows pages")


class Presses:
    """A person who is timed, and whose presses are counted."""

    def __init__(self, page):
        self.page, self.count, self.began, self.told = page, 0, time.monotonic(), []

    def press(self, selector):
        """Presses what a person would see."""
        self.page.locator(selector).first.click()
        self.count += 1

    def answered(self, question, text, at_most):
        """Fails unless the page shows the text, after few enough presses and within a minute."""
        self.page.wait_for_selector(text, timeout=10_000)
        took = time.monotonic() - self.began
        if self.count > at_most or took > 60:
            raise Failure(f"{question} takes {self.count} presses and {took:.0f} s")
        self.told.append(self.count)
        self.count, self.began = 0, time.monotonic()


def a_night(browsers, demo, reader):
    """The state of an app, who is stuck, what changed last night, and the way back: 1, 1, 2 and 2 presses, under a minute each."""
    policy = demo.api("GET", "/v1/admin/apps/hashtags/policy")
    before = demo.decision("2.2.1")
    tomorrow = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    night = {"id": "night", "when": {"version": "2.2.1"}, "maintenance": {"until": tomorrow}, "message": {"en": "Back in a minute."}}
    changed = policy | {"rules": [night, *policy["rules"]]}
    demo.api("PUT", "/v1/admin/apps/hashtags/policy?note=server+is+being+moved", changed, If_Match="*")
    address = demo.command("dashboard", "--print")
    with browsers.person("at night", None, 360, "dark") as (page, watch):
        page.goto(address)
        person = Presses(page)
        person.press("a:text-is('hashtags')")
        person.answered("the state of an app", "h1:text-is('Overview')", 1)
        person.press("#attention a:text-is('See who')")
        person.answered("who is stuck", "#stuck:visible", 1)
        person.press("nav a:text-is('History')")
        person.press(".entries a:text-is('What changed')")
        person.answered("what changed", "#comparison >> text=night", 2)
        # The newest earlier policy stands first.
        person.press(".entries a:has-text('Roll back to policy')")
        person.press("main form button:has-text('Roll back')")
        person.answered("the way back", "[role=status]:has-text('Rolled back')", 2)
        if person.told != [1, 1, 2, 2]:
            raise Failure(f"the presses are {person.told}, which the sentence of this story does not say")
    if demo.decision("2.2.1") != before:
        raise Failure(f"after the night, 2.2.1 is told {demo.decision('2.2.1')}")


def keys_and_changes(browsers, demo, reader):
    """Keys lead to every page, help opens and closes, and an open page shows what somebody else published."""
    with browsers.person("keys", demo.token) as (page, watch):
        page.goto(demo.url + "/apps/hashtags")
        places = page.eval_on_selector_all("nav a[data-key]", "all => all.map(a => [a.dataset.key, new URL(a.href).pathname])")
        if len(places) < 12 or len({key for key, _ in places}) != len(places):
            raise Failure(f"the keys are {places}")
        for key, path in places:
            # A page that leads to itself would be loaded twice at once.
            page.goto(demo.url + ("/apps/hashtags/history" if path == "/apps/hashtags" else "/apps/hashtags"))
            page.keyboard.press("g")
            page.keyboard.press(key)
            page.wait_for_url(demo.url + path)
        page.keyboard.press("?")
        page.wait_for_selector("#keys[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector("#keys:not([open])", state="attached")
        page.goto(demo.url + "/audit")
        page.keyboard.press("/")
        if page.evaluate("document.activeElement.type") != "search":
            raise Failure("/ does not lead to the search")

        page.goto(demo.url + "/apps/hashtags")
        page.wait_for_selector("#policy")
        policy = demo.api("GET", "/v1/admin/apps/hashtags/policy")
        extra = {"id": "announced", "when": {"version": "0.1"}, "update": "recommended"}
        demo.api("PUT", "/v1/admin/apps/hashtags/policy", policy | {"rules": [*policy["rules"], extra]}, If_Match="*")
        page.wait_for_selector("#policy >> text=announced", timeout=20_000)
        demo.api("PUT", "/v1/admin/apps/hashtags/policy", policy, If_Match="*")


def crash(browsers, demo, reader):
    """An open page outlives a crash of the server, and shows what was published right after it."""
    with browsers.person("a crash", demo.token) as (page, watch):
        watch.expects_failure = True
        page.goto(demo.url + "/apps/hashtags")
        page.wait_for_selector("#policy")
        policy = demo.api("GET", "/v1/admin/apps/hashtags/policy")
        demo.crash()
        extra = {"id": "after-the-crash", "when": {"version": "0.1"}, "update": "recommended"}
        demo.api("PUT", "/v1/admin/apps/hashtags/policy", policy | {"rules": [*policy["rules"], extra]}, If_Match="*")
        page.wait_for_selector("#policy >> text=after-the-crash", timeout=30_000)
        page.click("nav a:text-is('History')")
        page.wait_for_selector("h1:text-is('History')")
        demo.api("PUT", "/v1/admin/apps/hashtags/policy", policy, If_Match="*")


def publish_and_roll_back(browsers, demo, reader):
    """A draft is published once the number of newly blocked installations is typed, and a rollback takes it back."""
    before = demo.decision("2.1.0")
    policy = demo.api("GET", "/v1/admin/apps/hashtags/policy")
    for rule in policy["rules"]:
        if rule["id"] == "floor":
            rule["when"]["version"] = "<2.2.0"
    draft = demo.api("POST", "/v1/admin/apps/hashtags/drafts?name=story", policy)["id"]
    with browsers.person("reading a draft", reader) as (page, watch):
        page.goto(f"{demo.url}/apps/hashtags/publish/{draft}")
        if page.locator("main form").count():
            raise Failure("a session that may not publish has a form to publish")
    with browsers.person("publishing", demo.token, 360, "dark") as (page, watch):
        page.goto(demo.url + "/apps/hashtags")
        page.click(f'a[href="/apps/hashtags/publish/{draft}"]')
        watch.expects_failure = True
        page.fill("#confirm", "1")
        page.click("main form button:text-is('Publish')")
        page.wait_for_selector("#confirm-problem")
        watch.expects_failure = False
        number = re.search(r"newly block ([\d\u202f]+)", page.inner_text("#confirm-why")).group(1)
        page.fill("#confirm", number)
        page.click("main form button:text-is('Publish')")
        page.wait_for_url("**/apps/hashtags/history?done=published")
        if demo.decision("2.1.0") != "required":
            raise Failure(f"after publishing, 2.1.0 is told {demo.decision('2.1.0')}")
        page.goto(demo.url + "/apps/hashtags")
        page.click("text=Roll back to policy")
        page.click("main form button:has-text('Roll back')")
        page.wait_for_url("**/apps/hashtags?done=rolled-back")
        if demo.decision("2.1.0") != before:
            raise Failure(f"after the rollback, 2.1.0 is told {demo.decision('2.1.0')}")


def three_people(browsers, demo, reader):
    """Force 2.2.0 to update, stop it again, who is stuck, explain one device, the Japanese prompt: 5, 2, 1, 2 and 1 presses."""
    policy = demo.api("GET", "/v1/admin/apps/hashtags/policy")
    calm = policy | {"rules": [rule for rule in policy["rules"] if rule["id"] != "broken-migration"]}
    demo.api("PUT", "/v1/admin/apps/hashtags/policy", calm, If_Match="*")
    told = []
    with browsers.person("a release manager at night", demo.token, 360, "dark") as (page, watch):
        page.goto(demo.url + "/apps/hashtags")
        person = Presses(page)
        person.press("nav a:text-is('Editor')")
        person.press("#new-block summary")
        page.fill("#new-block [name=list]", "2.2.0")
        person.press("#new-block button:text-is('Add')")
        person.press("a:text-is('See its effect, and publish')")
        number = re.search(r"newly block ([\d\u202f]+)", page.inner_text("#confirm-why")).group(1)
        page.fill("#confirm", number)
        person.press("main form button:text-is('Publish')")
        person.answered("force 2.2.0 to update", "[role=status]:has-text('Published')", 5)
        if demo.decision("2.2.0") != "required":
            raise Failure(f"after publishing, 2.2.0 is told {demo.decision('2.2.0')}")
        page.goto(demo.url + "/apps/hashtags")
        person.press("a:has-text('Roll back to policy')")
        person.press("main form button:has-text('Roll back')")
        person.answered("stop it again", "[role=status]:has-text('Rolled back')", 2)
        if demo.decision("2.2.0") == "required":
            raise Failure("after the rollback, 2.2.0 still has to update")
        told += person.told
    demo.api("PUT", "/v1/admin/apps/hashtags/policy", policy, If_Match="*")
    with browsers.person("an engineer", demo.token) as (page, watch):
        page.goto(demo.url + "/apps/hashtags")
        person = Presses(page)
        person.press("#attention a:text-is('See who')")
        person.answered("who is stuck", "#decisions:has-text('iOS 15.8')", 1)
        told += person.told
    with browsers.person("support", reader) as (page, watch):
        page.goto(demo.url + "/apps/hashtags")
        person = Presses(page)
        person.press("nav a:text-is('Explain')")
        page.fill("#version", "2.2.0")
        page.fill("#os", "15.8")
        person.press("button:text-is('Explain')")
        person.answered("one device", "#answer:has-text('told to update and cannot'):has-text('First check')", 2)
        told += person.told
        page.goto(demo.url + "/apps/hashtags/screens")
        person = Presses(page)
        page.focus("#language")
        page.select_option("#language", "ja")
        person.count += 1
        person.answered("the Japanese prompt", "#screens [lang=ja]:visible", 1)
        told += person.told
    if told != [5, 2, 1, 2, 1]:
        raise Failure(f"the presses are {told}, which the sentence of this story does not say")


def report(browsers, demo, reader):
    """A device's report fills the form of "Explain": pasted, and from a photo of its QR code where the browser reads one."""
    text = "status: required\nrevision: 2\nplatform: ios\nversion: 2.2.0\nbuild: 300\nchannel: appstore\nos: iOS 15.8\n"
    # Chromium reads codes on Android and macOS only, so this browser gets one that finds this text.
    detector = "window.BarcodeDetector = class { async detect(picture) { return picture.width > 1 ? [{rawValue: %r}] : []; } }" % text
    pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=="
    with browsers.person("support", reader) as (page, watch):
        page.goto(demo.url + "/apps/hashtags/explain")
        page.click("summary:has-text('From a debug report')")
        if page.is_visible("#code"):
            raise Failure("a browser that reads no codes is asked for one")
        page.fill("#report", text)
        page.click("button:text-is('Fill the form with it')")
        page.wait_for_selector("#answer:has-text('told to update and cannot')")
        page.add_init_script(detector)
        page.goto(demo.url + "/apps/hashtags/explain")
        page.click("summary:has-text('From a debug report')")
        page.set_input_files("#code", {"name": "a.png", "mimeType": "image/png", "buffer": base64.b64decode(pixel)})
        page.wait_for_selector("#code-wrong:has-text('no QR code')")
        page.set_input_files("#code", {"name": "a.txt", "mimeType": "text/plain", "buffer": b"text"})
        page.wait_for_selector("#code-wrong:has-text('cannot be read')")
        page.set_input_files("#code", "Documentation/images/dashboard/get-narrow-light.png")
        page.wait_for_function("document.getElementById('report').value.includes('15.8')")
        page.click("button:text-is('Fill the form with it')")
        page.wait_for_selector("#answer:has-text('told to update and cannot')")


def live(browsers, demo, reader):
    """Somebody else's publish changes the decision in an open page within a second."""
    policy = demo.api("GET", "/v1/admin/apps/hashtags/policy")
    with browsers.person("an open page", reader) as (page, watch):
        page.goto(demo.url + "/apps/hashtags/explain?version=2.2.1&channel=appstore&os=17.4&storefront=US")
        page.wait_for_selector("#answer:has-text('may carry on')")
        waits = []
        for number in range(3):
            rule = {"id": f"live-{number}", "when": {"version": "2.2.1"}, "update": "none"}
            demo.api("PUT", "/v1/admin/apps/hashtags/policy", policy | {"rules": [rule, *policy["rules"]]}, If_Match="*")
            began = time.monotonic()
            page.wait_for_selector(f"#answer >> text=live-{number} >> nth=0", timeout=20_000)
            waits.append(time.monotonic() - began)
        if min(waits) > 1:
            raise Failure(f"an open page follows after {', '.join(f'{wait:.1f}' for wait in waits)} s")
    demo.api("PUT", "/v1/admin/apps/hashtags/policy", policy, If_Match="*")


def two_editors(browsers, demo, reader):
    """Two people edit one draft: the second is told, keeps the own text, sees the difference and decides; nothing is lost."""
    policy = demo.api("GET", "/v1/admin/apps/birthdays/policy")
    draft = demo.api("POST", "/v1/admin/apps/birthdays/drafts?name=together", policy)["id"]
    address = f"{demo.url}/apps/birthdays/policy?draft={draft}"
    with browsers.person("the first editor", demo.token) as (page, watch), browsers.person("the second editor", demo.token) as (other, seen):
        page.goto(address)
        other.goto(address)
        text = page.input_value("#text")
        first, second = (text.replace('"schema": 1', f'"schema": 1, "meta": {{"by": "{name}"}}', 1) for name in ("one", "two"))
        if text == first:
            first, second = (text.replace('"schema":1', f'"schema":1,"meta":{{"by":"{name}"}}', 1) for name in ("one", "two"))
        page.fill("#text", first)
        page.wait_for_selector("#draft-state:has-text('saved')")
        page.wait_for_function(f"fetch('/apps/birthdays/policy?draft={draft}').then(a => a.text()).then(t => t.includes('one'))")
        seen.expects_failure = True
        other.fill("#text", second)
        other.wait_for_selector("#clash-title")
        if other.input_value("#text") != second or other.locator("#refusal ins:has-text('two'), #refusal del:has-text('one')").count() < 2:
            raise Failure("the second editor does not see both texts")
        other.click("button:text-is('Store my text instead')")
        other.wait_for_url(f"**/policy?draft={draft}&done=saved")
        if "two" not in other.input_value("#text"):
            raise Failure("what the second editor decided was not stored")
    demo.api("DELETE", f"/v1/admin/apps/birthdays/drafts/{draft}")


def cut_off(browsers, demo, reader):
    """A session that ends while somebody edits loses no text: the page says so, and after a new sign-in it is saved."""
    with browsers.person("editing", demo.token) as (page, watch):
        watch.expects_failure = True
        page.goto(demo.url + "/apps/birthdays/policy")
        page.wait_for_selector("html.has-script")
        text = page.input_value("#text")
        for session in demo.api("GET", "/v1/admin/sessions")["sessions"]:
            demo.api("DELETE", f"/v1/admin/sessions/{session['id']}")
        written = text.rstrip().rstrip("}").rstrip() + ',\n  "meta": {"written": "by somebody who was cut off"}\n}\n'
        page.fill("#text", written)
        page.wait_for_selector("#cut-off:visible")
        page.click("button:text-is('Save the draft')")
        page.wait_for_selector("#cut-off:visible")
        if page.input_value("#text") != written:
            raise Failure("the text is gone with the session")
        with page.context.expect_page() as opened:
            page.click("#cut-off a")
        again = opened.value
        again.fill("#token", demo.token)
        again.click("main button")
        again.wait_for_url("**/apps/birthdays/policy")
        again.close()
        page.click("button:text-is('Save the draft')")
        page.wait_for_url("**/apps/birthdays/policy?done=saved")
        if "cut off" not in page.input_value("#text"):
            raise Failure("the text was not saved after the new sign-in")
        for draft in demo.api("GET", "/v1/admin/apps/birthdays/drafts")["drafts"]:
            demo.api("DELETE", f"/v1/admin/apps/birthdays/drafts/{draft['id']}")
    with browsers.person("editing without script", demo.token, script=False) as (page, watch):
        watch.expects_failure = True
        page.goto(demo.url + "/apps/birthdays/policy")
        page.fill("#text", written)
        for session in demo.api("GET", "/v1/admin/sessions")["sessions"]:
            demo.api("DELETE", f"/v1/admin/sessions/{session['id']}")
        page.click("button:text-is('Save the draft')")
        if "cut off" not in page.input_value("textarea[readonly]"):
            raise Failure("without a script the text is gone with the session")


def tour(browsers, demo, reader):
    """The tour of `Documentation/dashboard.md`, word by word: each page it names, all that it says to press and to type."""
    text = Path("Documentation/dashboard.md").read_text()
    text = text.split("## A tour of five minutes")[1].split("\n## ")[0].split("\nThe first publication")[0]
    steps = re.split(r"\n\d+\. ", text)[1:]
    presses = 0
    with browsers.person("the tour", demo.token) as (page, watch):
        for step in steps:
            name = re.match(r"\*\*(.+?)\*\*", step).group(1)
            page.click(f"nav a:text-is('{name}')")
            page.wait_for_selector(f"nav a[aria-current]:text-is('{name}')")
            for press, value, label, number in re.findall(r'"([^"]+)"|`([^`]+)`\s+as\s+the\s+(\w+)|(type\s+their\s+number)', step):
                if press:
                    page.locator(f"main :is(a, button, summary):visible:has-text('{press}')").first.click()
                    presses += 1
                elif value:
                    page.locator(f"label:visible:text-is('{label}')").first.click()
                    page.keyboard.press("ControlOrMeta+a")
                    page.keyboard.type(value)
                elif number:
                    found = re.search(r"newly block ([\d\u202f]+)", page.inner_text("#confirm-why")).group(1)
                    page.fill("#confirm", found)
                page.wait_for_load_state("load")
            if name == "Explain":
                page.wait_for_selector("#answer:has-text('First check')")
        page.wait_for_selector("[role=status]:has-text('Rolled back')")
    if len(steps) != 7 or presses < 10:
        raise Failure(f"the tour has {len(steps)} steps and {presses} presses")


ALL = [
    sign_in_and_out, sign_in_by_command, tour, a_night, keys_and_changes, live, three_people, report, crash, publish_and_roll_back, two_editors, cut_off,
]
