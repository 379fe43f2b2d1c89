"""What people do with the dashboard, each told by the sentence that is printed when it went well."""

import re

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
        page.click("text=Roll back")
        page.click("main form button:has-text('Roll back')")
        page.wait_for_url("**/apps/hashtags?done=rolled-back")
        if demo.decision("2.1.0") != before:
            raise Failure(f"after the rollback, 2.1.0 is told {demo.decision('2.1.0')}")


ALL = [sign_in_and_out, publish_and_roll_back]
