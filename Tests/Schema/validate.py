#!/usr/bin/env python3
"""Validates JSON values from stdin against a schema. Usage: validate.py SCHEMA. Prints the invalid
values and fails, or prints the number of valid values and their kinds. Needs python3-jsonschema."""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
text = sys.stdin.read().strip()
kinds = set()
count = 0
invalid = []
while text:
    value, end = json.JSONDecoder().raw_decode(text)
    count += 1
    if validator.is_valid(value):
        kinds.add(value.get("record") or sorted(value)[0])
    else:
        invalid.append(f"value {count} is not valid: {text[:end]}")
    text = text[end:].lstrip()
if invalid:
    sys.exit("\n".join(invalid))
print(f"{count} valid: {' '.join(sorted(kinds))}")
