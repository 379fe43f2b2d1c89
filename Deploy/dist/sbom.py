"""Writes what the program is made of: sbom.py BINARY VERSION SECONDS SWIFT SQLITE SBOM LICENCES < `swift package show-dependencies
--format json`.

SBOM is SPDX 2.3 as JSON. LICENCES has the licence and the notice of every package, which must go with the program. SECONDS is
the date, since 1970; SWIFT the version of the compiler, whose runtime is linked in; SQLITE that of SQLite."""

import datetime
import hashlib
import json
import pathlib
import re
import sys

binary, version, seconds, swift, sqlite, sbom_file, licences_file = sys.argv[1:]
digest = hashlib.sha256(pathlib.Path(binary).read_bytes()).hexdigest()
SWIFT_LICENCE = "Apache-2.0 WITH Swift-exception"


def texts(folder, pattern):
    """The files of a package's folder whose names begin like that."""
    files = [file for file in folder.iterdir() if file.is_file() and re.match(pattern, file.name, re.IGNORECASE)]
    return [file.read_text(encoding="utf-8", errors="replace").strip() for file in sorted(files)]


def licence(name, text):
    """The SPDX name of a licence, from its own words. An unknown one ends the build: somebody has to read it."""
    flat = " ".join(text.split())
    if "Runtime Library Exception" in flat and "Apache License" in flat:
        return SWIFT_LICENCE
    if "Apache License" in flat and "Version 2.0" in flat:
        return "Apache-2.0"
    if "Permission is hereby granted, free of charge" in flat:
        return "MIT"
    if "Redistribution and use in source and binary forms" in flat:
        return "BSD-3-Clause" if "Neither the name" in flat else "BSD-2-Clause"
    sys.exit(f"sbom: {name}: the licence is not known; add it to Deploy/dist/sbom.py")


found, edges = {}, set()


def identifier(name):
    return "SPDXRef-Package-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def walk(node, parent):
    # A package by its path is a part of this repository.
    is_own = not re.match(r"https?://", node["url"])
    name = parent if is_own else node["identity"]
    if not is_own:
        edges.add((parent, name))
        found[name] = node
    for child in node["dependencies"]:
        walk(child, name)


walk(json.load(sys.stdin), "airworthy")
edges = {(parent, name) for parent, name in edges if parent != name}
packages = [{
    "SPDXID": identifier("airworthy"), "name": "airworthy", "versionInfo": version, "downloadLocation": "NOASSERTION",
    "filesAnalyzed": False, "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "NOASSERTION",
    "primaryPackagePurpose": "APPLICATION", "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
}, {
    "SPDXID": identifier("swift-runtime"), "name": "swift-runtime", "versionInfo": swift,
    "downloadLocation": "https://www.swift.org/install", "filesAnalyzed": False, "licenseConcluded": SWIFT_LICENCE,
    "licenseDeclared": SWIFT_LICENCE, "copyrightText": "NOASSERTION",
    "comment": "The standard library, Dispatch and Foundation with ICU, linked in statically.",
}]
packages.append({
    "SPDXID": identifier("sqlite"), "name": "sqlite", "versionInfo": sqlite, "downloadLocation": "https://www.sqlite.org",
    "filesAnalyzed": False, "licenseConcluded": "blessing", "licenseDeclared": "blessing", "copyrightText": "NONE",
    "comment": "The system's static library, linked in.",
})
edges |= {("airworthy", "swift-runtime"), ("airworthy", "sqlite")}
notices = []
for name, node in sorted(found.items()):
    folder = pathlib.Path(node["path"])
    words = texts(folder, "licen[cs]e")
    spdx = licence(name, "\n".join(words))
    packages.append({
        "SPDXID": identifier(name), "name": name, "versionInfo": node["version"],
        "downloadLocation": f"git+{node['url'].removesuffix('.git')}.git@{node['version']}", "filesAnalyzed": False,
        "licenseConcluded": spdx, "licenseDeclared": spdx, "copyrightText": "NOASSERTION",
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
            "referenceLocator": "pkg:swift/" + re.sub(r"^https?://|\.git$", "", node["url"]) + "@" + node["version"],
        }],
    })
    notices.append("\n\n".join([f"==== {name} {node['version']} ({spdx})"] + words + texts(folder, "notice")))

document = {
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"airworthy-{version}",
    "documentNamespace": f"https://spdx.org/spdxdocs/airworthy-{version}-{digest}",
    "creationInfo": {
        "created": datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "creators": ["Tool: airworthy-scripts-dist"],
    },
    "packages": packages,
    "relationships": [{
        "spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
        "relatedSpdxElement": identifier("airworthy"),
    }] + [{
        "spdxElementId": identifier(parent), "relationshipType": "DEPENDS_ON", "relatedSpdxElement": identifier(name),
    } for parent, name in sorted(edges)],
}
pathlib.Path(sbom_file).write_text(json.dumps(document, indent=2, sort_keys=True) + "\n", encoding="utf-8")
pathlib.Path(licences_file).write_text("\n\n\n".join(notices) + "\n", encoding="utf-8")
