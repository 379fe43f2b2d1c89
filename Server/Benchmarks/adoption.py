#!/usr/bin/env python3
"""Runs AdoptionBench, which measures what check-ins cost, with a PostgreSQL of its own.

Usage: adoption.py BUILDS, a folder of release builds.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Cluster"))
from cluster import Postgres

# Short, because the path of a socket has at most about a hundred characters.
with tempfile.TemporaryDirectory(prefix="airworthy-bench-", dir="/tmp") as folder:
    # The user that runs PostgreSQL has to get through.
    pathlib.Path(folder).chmod(0o711)
    postgres = Postgres(folder + "/pg")
    try:
        subprocess.run([pathlib.Path(sys.argv[1]) / "AdoptionBench", postgres.url], check=True)
    finally:
        postgres.stop()
