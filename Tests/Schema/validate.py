#!/usr/bin/env python3
"""Validates JSON lines from stdin against a schema. Usage: validate.py SCHEMA. Prints the first
invalid line, or the number of valid lines and their kinds. Needs python3-jsonschema."""

import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
kinds = set()
count = 0
for number, line in enumerate(sys.stdin, 1):
    record = json.loads(line)
    if not validator.is_valid(record):
        sys.exit(f"line {number} is not valid: {line.strip()}")
    kinds.add(record.get("record") or sorted(record)[0])
    count += 1
print(f"{count} valid: {' '.join(sorted(kinds))}")
