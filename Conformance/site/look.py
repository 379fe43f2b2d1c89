"""The dashboard's look for the site: colours and fonts from its style sheet, its icon, the titles of pages."""

import json
import re
import urllib.parse
from pathlib import Path

STYLES = Path("Server/Sources/Dashboard/Files/dashboard.css")
LAYOUT = Path("Server/Sources/Dashboard/Files/layout.mustache")
NAME = "Airworthy"

# Colours of DocC's renderer, by the variables of the dashboard. Most others derive from these.
COLORS = {
    "paper": "fill nav-solid-background nav-uiblur-expanded nav-uiblur-stuck nav-stuck nav-expanded article-background "
             "article-body-background documentation-intro-fill text-background generic-modal-background "
             "tutorial-background",
    "card": "card-background code-background dropdown-background",
    "wash": "fill-secondary fill-tertiary fill-gray-secondary fill-gray-tertiary fill-gray-quaternary "
            "standard-gray documentation-intro-accent code-collapsible-background nav-hierarchy-collapse-background",
    "line": "fill-gray grid nav-keyline nav-rule nav-outlines nav-hierarchy-collapse-borders "
            "nav-hierarchy-item-borders nav-sticking-expanded-keyline tabnav-item-border-color "
            "link-block-card-border dropdown-border aside-note-border aside-tip-border aside-important-border "
            "aside-experiment-border",
    "ink": "text figure-gray header-text documentation-intro-title documentation-intro-figure nav-color nav-link-color "
           "nav-current-link nav-root-subhead code-plain syntax-plain-text",
    "soft": "text-secondary figure-gray-secondary figure-gray-secondary-alt figure-gray-tertiary figure-light-gray "
            "documentation-intro-eyebrow eyebrow secondary-label syntax-comments dropdown-text",
    "accent": "link figure-blue fill-blue button-background button-background-active button-background-hover "
              "nav-link-color-hover syntax-urls syntax-other-declarations syntax-type-declarations focus-border-color "
              "focus-color",
    "accent-ink": "button-text",
    "accent-wash": "navigator-item-hover fill-light-blue-secondary",
    "good": "figure-green syntax-project-class-names syntax-project-type-names syntax-project-constants "
            "syntax-project-function-and-method-names syntax-addition",
    "good-wash": "fill-green-secondary",
    "warn": "figure-orange syntax-numbers syntax-attributes aside-deprecated-border",
    "warn-wash": "fill-orange-secondary",
    "bad": "figure-red syntax-strings aside-warning-border",
    "bad-wash": "fill-red-secondary",
    "live": "syntax-keywords syntax-other-type-names syntax-other-class-names syntax-other-constants",
}
NO_SHADOW = "card-shadow runtime-preview-shadow"

# Names in the renderer's script, which reads the title in the settings too late, and those of this site.
WORDS = {
    '["meta","title"],"Documentation")': f'["meta","title"],"{NAME}")',
    '"documentation":{"title":"Documentation"': f'"documentation":{{"title":"{NAME}"',
    "Search for symbols in {technology}": "Search the {technology}",
}


def variables(css):
    """The custom properties of the style sheet: of light, and of dark on top of them."""
    found = []
    for start in (":root {", "@media (prefers-color-scheme: dark) {\n  :root {"):
        rest = css[css.index(start) + len(start):]
        found.append(dict(re.findall(r"--([a-z0-9-]+): ([^;]+);", rest[:rest.index("}")])))
    return found[0], found[0] | found[1]


def settings():
    """The theme settings of DocC's renderer."""
    css = STYLES.read_text(encoding="utf-8")
    light, dark = variables(css)
    color = {
        name: {"light": light[variable], "dark": dark[variable]}
        for variable, names in COLORS.items() for name in names.split()}
    color |= {name: "transparent" for name in NO_SHADOW.split()}
    radius = light["radius"]
    return {
        "meta": {"title": NAME},
        "theme": {
            "color": color, "border-radius": radius, "code": {"border-radius": radius, "indentationWidth": 4},
            "aside": {"border-radius": radius}, "button": {"border-radius": "8px"},
            "typography": {
                "html-font": re.search(r"font: [0-9.]+px/[0-9.]+ ([^;]+);", css)[1], "html-font-mono": light["mono"]},
        },
        "features": {"docs": {"quickNavigation": {"enable": True}}},
    }


def icon():
    """The dashboard's icon."""
    layout = LAYOUT.read_text(encoding="utf-8")
    return urllib.parse.unquote(re.search(r'rel="icon" href="data:image/svg\+xml,([^"]+)"', layout)[1])


def rename(site):
    """Puts the site's name into the renderer's script, as far as this version of it has the words."""
    for script in (site / "js").glob("index.*.js"):
        text = script.read_text(encoding="utf-8")
        for old, new in WORDS.items():
            text = text.replace(old, new)
        script.write_text(text, encoding="utf-8")


def redirect(home):
    """A page that only leads on."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{NAME}</title>'
        f'<link rel="icon" href="data:,">'
        f'<meta http-equiv="refresh" content="0; url={home}"></head><body><a href="{home}">{NAME}</a></body></html>\n')


def dress(site, home):
    """Gives the site its look. `home` is the address of its landing page, relative to its folder."""
    (site / "theme-settings.json").write_text(json.dumps(settings(), indent=1), encoding="utf-8")
    (site / "favicon.svg").write_text(icon(), encoding="utf-8")
    (site / "favicon.ico").unlink(missing_ok=True)
    for page in (site / "documentation").glob("*/**/index.html"):
        # Names of operators have dots, so an ending is put on, not replaced.
        data = json.loads((site / f"data/{page.parent.relative_to(site)}.json").read_text(encoding="utf-8"))
        title = data["metadata"]["title"].replace("&", "&amp;").replace("<", "&lt;")
        html = page.read_text(encoding="utf-8")
        html = html.replace("<title>Documentation</title>", f"<title>{title} | {NAME}</title>")
        html = html.replace("favicon.ico", "favicon.svg")
        if page.parent.name.split("-")[0] == "ja":
            html = html.replace('lang="en-US"', 'lang="ja"')
        page.write_text(html, encoding="utf-8")
    rename(site)
    (site / "index.html").write_text(redirect(home), encoding="utf-8")
    # `docc merge` has a page of its own here, which lists the libraries like the landing page.
    (site / "documentation/index.html").write_text(redirect(home.partition("/")[2]), encoding="utf-8")
    (site / "data/documentation.json").unlink(missing_ok=True)
