"""Writes a page of the repository as an article of DocC."""

import re
import urllib.parse
from pathlib import Path

from pages import INDEX, SPAN, Mistake, Page, docc_anchor, groups, library_article, plain, resolved

IMAGES = (".png", ".jpg", ".svg")
# Names of languages that DocC's highlighter knows by another one.
LANGUAGES = {"console": "shell", "sh": "bash"}
# A line that DocC would read as a directive, and headings with a meaning of their own there.
DIRECTIVE = re.compile(r"^( *)@(?=\w)", re.MULTILINE)
RESERVED = re.compile(r"^## +(Topics|See Also)$", re.MULTILINE)
# A heading that ends in a word and an ellipsis. Its anchor in DocC would end in a hyphen, and no link can name that.
ENDING = re.compile(r"^(#+ .*\w) (…\W*)$", re.MULTILINE)
HTML = re.compile(r"^ *</?[a-zA-Z][^>]*>", re.MULTILINE)


class Articles:
    """Turns pages into articles, and remembers which images they show."""

    def __init__(self, pages, libraries, repository):
        self.pages, self.libraries, self.repository = pages, libraries, repository
        self.images, self.linked = {}, []

    def text(self, page):
        """The article of a page."""
        self.linked = []
        body = "".join(self.code(part) if code else self.prose(page, part) for code, part in page.parts)
        body = re.sub(r"\A\s*# .*", "", body).lstrip("\n")
        # Pictures that a page only links to are shown at its end.
        body += "".join(
            f"\n**{Path(path).stem}**\n\n![{Path(path).stem}]({self.image(path)})\n"
            for path in dict.fromkeys(self.linked))
        if page.path == INDEX:
            body = self.landing(body)
        return f"# {page.title}\n\n{body}"

    def landing(self, body):
        """Adds the libraries and, for the navigator only, the sections with their pages to the index."""
        options = "@Options {\n    @TopicsVisualStyle(hidden)\n}\n"
        if self.libraries:
            body += "\n## Which libraries are there?\n\n"
            body += "".join(f"- <doc:/{module}>\n" for module in self.libraries)
        topics = "".join(
            f"\n### {title}\n\n" + "".join(f"- <doc:{self.pages[path].name}>\n" for path in paths)
            for title, paths in groups(self.pages))
        return f"{body}\n{options}\n## Topics\n{topics}"

    def code(self, part):
        """A fenced block."""
        first, _, rest = part.partition("\n")
        fence, language = re.fullmatch(r"( *(?:`+|~+))(.*)", first).groups()
        return f"{fence}{LANGUAGES.get(language.strip(), language.strip())}\n{rest}"

    def prose(self, page, part):
        """Everything else: links and images lead to the site's."""
        mistakes = ((RESERVED, "a heading that DocC keeps for itself"), (HTML, "HTML, which DocC does not show"))
        for pattern, what in mistakes:
            if pattern.search(part):
                raise Mistake(f"{page.path} has {what}: {pattern.search(part)[0].strip()}")
        part = ENDING.sub(r"\1\2", DIRECTIVE.sub(r"\1\\@", part))
        # Marks of code cannot reach over an empty line.
        chunks = re.split(r"(\n[ \t]*\n)", part)
        return "".join(SPAN.sub(lambda span, chunk=chunk: self.span(page, span, chunk), chunk) for chunk in chunks)

    def span(self, page, span, chunk):
        """A span of code, a link or an image."""
        if span["target"] is None:
            # Between two marks DocC would see the name of a symbol.
            code = span[0].strip("`")
            return f"`{code.strip()}`" if span["ticks"] == "``" and "`" not in code else span[0]
        if re.match(r"[a-z]+:", span["target"]):
            return span[0]
        path, anchor = resolved(page, urllib.parse.unquote(span["target"]))
        if span["image"]:
            return f"![{span['text']}]({self.image(path)})"
        if f"{path}/README.md" in self.pages:
            path += "/README.md"
        if path in self.pages:
            return self.page_link(page, self.pages[path], anchor, span, chunk)
        if not Path(path).exists():
            raise Mistake(f"{page.path} links to {span['target']}, which does not exist")
        article = library_article(path)
        if article and self.libraries:
            return self.article_link(article, path, anchor, span)
        if path.endswith(IMAGES):
            self.linked.append(path)
            return span["text"]
        return self.source_link(path, span)

    def page_link(self, page, other, anchor, span, chunk):
        """A link to another page. Where its text is the name of the file, the page's title replaces it."""
        heading = None
        if anchor:
            heading = other.anchors.get(anchor)
            if heading is None:
                raise Mistake(f"{page.path} links to {span['target']}, but {other.path} has no such heading")
        link = "doc:" + other.name + ("#" + urllib.parse.quote(docc_anchor(heading)) if heading else "")
        text = span["text"]
        if plain(text) not in (Path(other.path).name, other.path):
            return f"[{text}]({link})"
        text = f"[{heading or other.title}]({link})"
        # Within a sentence a title needs quotation marks.
        before = chunk[:span.start()].rpartition("\n")[2]
        quoted = f"「{text}」" if page.name.startswith("ja") else f"“{text}”"
        return text if not before.strip(" -*|") or before.rstrip().endswith("|") else quoted

    def article_link(self, article, path, anchor, span):
        """A link to an article of a library, whose title DocC knows. DocC shows no links to headings of other archives."""
        if anchor and anchor not in Page(path, article).anchors:
            raise Mistake(f"a page links to {span['target']}, which has no such heading")
        return f"<doc:{article}>" if plain(span["text"]) == Path(path).name else f"[{span['text']}](doc:{article})"

    def source_link(self, path, span):
        """A link to a file of the repository: to where that is published, or its name as code."""
        if self.repository:
            return f"[{span['text']}]({self.repository.rstrip('/')}/{path})"
        text = plain(span["text"])
        if text.rstrip("/") in (path, Path(path).name, Path(path).stem):
            return f"`{text}`"
        return f"{span['text']} (`{path}`)"

    def image(self, path):
        """The name of an image in the catalog."""
        if not Path(path).is_file():
            raise Mistake(f"there is no image {path}")
        name = "-".join(Path(path).relative_to("Documentation/images").parts)
        self.images[name] = path
        return name
