"""Holds requests and answers to Apple's own description of App Store Connect.

The rules of the schemas are applied by openapi-schema-validator. Three things are ours: which operation a path is for,
which parameters it has, and that what the description does not name is an error. Apple's description says of no
attribute that it can be null, and its documentation says of every one that it can: an attribute that is null counts as
left out, and how many there were is told.
"""
import collections
import copy
import json
import re
import urllib.parse

from openapi_schema_validator import OAS30Validator, oas30_format_checker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT4

WHOLE = "urn:app-store-connect"


def strict(schema):
    """The same schema, for which a member that it does not name is an error."""
    if isinstance(schema, dict):
        schema = {key: strict(value) for key, value in schema.items()}
        if isinstance(schema.get("properties"), dict) and "additionalProperties" not in schema and "type" in schema:
            schema["additionalProperties"] = False
        if "$ref" in schema and isinstance(schema["$ref"], str):
            schema = {**schema, "$ref": WHOLE + schema["$ref"]}
        return schema
    return [strict(item) for item in schema] if isinstance(schema, list) else schema


class Description:
    def __init__(self, path):
        self.document = json.loads(path.read_text())
        self.paths = self.document["paths"]
        components = {"components": {"schemas": strict(self.document["components"]["schemas"])}}
        self.registry = Registry().with_resource(
            WHOLE, Resource(contents=components, specification=DRAFT4))
        self.validators = {}
        self.counts = collections.Counter()
        self.operations = set()
        self.problems = []

    def operation(self, method, path):
        """The template and the operation of a path; None where there is none."""
        for template, operations in self.paths.items():
            pattern = re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(template))
            if re.fullmatch(pattern, path) and method.lower() in operations:
                return template, operations[method.lower()], operations.get("parameters", [])
        return None

    def errors(self, schema, value):
        key = json.dumps(schema, sort_keys=True)
        if key not in self.validators:
            self.validators[key] = OAS30Validator(
                strict(schema), registry=self.registry, format_checker=oas30_format_checker)
        found = sorted(self.validators[key].iter_errors(value), key=lambda error: list(error.absolute_path))
        for error in found:
            # Of a choice, the branch that got furthest says what is really wrong.
            while error.context:
                error = max(error.context, key=lambda inner: len(inner.absolute_path))
            yield f"/{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"

    def problem(self, exchange, what):
        self.problems.append(f"{exchange.method} {exchange.target} {exchange.status}: {what}")

    def check_request(self, exchange):
        """Whether our client may ask so."""
        url = urllib.parse.urlsplit(exchange.target)
        found = self.operation(exchange.method, url.path)
        if found is None:
            return self.problem(exchange, "there is no such operation")
        template, operation, shared = found
        self.operations.add((exchange.method, template))
        self.counts["requests"] += 1
        parameters = {item["name"]: item for item in shared + operation.get("parameters", []) if item["in"] == "query"}
        query = urllib.parse.parse_qsl(url.query, keep_blank_values=True, strict_parsing=bool(url.query))
        names = [name for name, _ in query]
        for name, item in parameters.items():
            if item.get("required") and name not in names:
                self.problem(exchange, f"{name} is missing")
        for name, text in query:
            if name == "cursor":  # What `links.next` adds is described nowhere.
                continue
            if name not in parameters:
                self.problem(exchange, f"there is no parameter {name}")
                continue
            if names.count(name) > 1:
                self.problem(exchange, f"{name} is there twice")
            self.counts["parameters"] += 1
            for error in self.errors(parameters[name]["schema"], self.value(parameters[name], text)):
                self.problem(exchange, f"{name}: {error}")
        if "requestBody" in operation:
            if exchange.content_type != "application/json":
                self.problem(exchange, f"the content type is {exchange.content_type}")
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            self.counts["request bodies"] += 1
            for error in self.errors(schema, json.loads(exchange.body)):
                self.problem(exchange, f"body {error}")
        elif exchange.body:
            self.problem(exchange, "has a body")

    @staticmethod
    def value(parameter, text):
        kind = parameter["schema"]["type"]
        if kind == "array":
            return text.split(",")
        if kind == "integer":
            return int(text) if re.fullmatch(r"-?\d+", text) else text
        if kind == "boolean":
            return {"true": True, "false": False}.get(text, text)
        return text

    def check_answer(self, exchange):
        """Whether the simulator may answer so."""
        path = urllib.parse.urlsplit(exchange.target).path
        found = self.operation(exchange.method, path)
        if found is None:
            # What there is no operation for is answered with errors only.
            if exchange.status < 400:
                self.problem(exchange, "there is no such operation, and it is answered all the same")
            self.counts["answers without an operation"] += 1
            return
        template, operation, _ = found
        self.operations.add((exchange.method, template))
        described = operation["responses"].get(str(exchange.status))
        if described is None:
            if exchange.status not in (404, 405, 406, 415, 500, 502):
                self.problem(exchange, "no such status is described")
            self.counts["answers with a status of no description"] += 1
            return
        self.counts["answers"] += 1
        self.counts[f"answers {exchange.status}"] += 1
        content = described.get("content")
        if not content:
            if exchange.answer:
                self.problem(exchange, "a body, where none is described")
            return
        kind = exchange.headers.get("Content-Type", "")
        if kind != "application/json":
            return self.problem(exchange, f"the content type is {kind}")
        document = self.without_nulls(json.loads(exchange.answer))
        for error in self.errors(content["application/json"]["schema"], document):
            self.problem(exchange, f"answer {error}")
        self.check_links(exchange, document)

    def without_nulls(self, document):
        document = copy.deepcopy(document)
        data = document.get("data")
        primary = data if isinstance(data, list) else [data] if data else []
        for resource in primary + document.get("included", []):
            attributes = resource.get("attributes", {})
            for name in [name for name, value in attributes.items() if value is None]:
                del attributes[name]
                self.counts["attributes that are null"] += 1
        return document

    def check_links(self, exchange, document):
        """What JSON:API itself asks for: each included resource once, and each with a reason."""
        data = document.get("data")
        primary = data if isinstance(data, list) else [data] if data else []
        linked = []
        for resource in primary:
            for relation in resource.get("relationships", {}).values():
                to = relation.get("data")
                linked += to if isinstance(to, list) else [to] if to else []
        included = [(item["type"], item["id"]) for item in document.get("included", [])]
        if len(included) != len(set(included)):
            self.problem(exchange, "a resource is included twice")
        if "included" in document and set(included) != {(item["type"], item["id"]) for item in linked}:
            self.problem(exchange, "what is included is not what is linked to")
        self.counts["included resources"] += len(included)
