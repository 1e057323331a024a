#!/usr/bin/env python3
"""Makes examples of the earlier layout, one database per session, by the words of docs/guide.md alone.

usage: make_earlier.py FOLDER
Python standard library only; shares no code with the program. Always writes the same content.
  FOLDER/sessions/<sid>.db   two sessions as they were left: one with its answers in it, one whose answers lie elsewhere
  FOLDER/answers.db          where those lie
  FOLDER/tampered/<sid>.db   copies of the first with one thing changed behind the program's back
"""
import hashlib
import json
import os
import shutil
import sqlite3
import sys

SESSIONS = """CREATE TABLE sessions (sid TEXT PRIMARY KEY, root_bates TEXT NOT NULL, current_bates TEXT NOT NULL,
  next_seq INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, label TEXT)"""
EVENTS = """CREATE TABLE session_audit_events (seq INTEGER PRIMARY KEY AUTOINCREMENT, event_type TEXT NOT NULL, bates TEXT,
  prev_event_hash TEXT, event_hash TEXT NOT NULL, body TEXT NOT NULL, created_at TEXT NOT NULL)"""
NODES = """CREATE TABLE nodes (bates TEXT PRIMARY KEY, sid TEXT NOT NULL, seq INTEGER NOT NULL, parent_bates TEXT,
  question TEXT NOT NULL, %s cache_key TEXT NOT NULL, audit_mode TEXT NOT NULL, %s n_cited_sources INTEGER NOT NULL,
  created_at TEXT NOT NULL, label TEXT, node_hash TEXT NOT NULL, subtree_hash TEXT NOT NULL)"""


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha(data):
    return hashlib.sha256(data).digest()


def merkle(hashes):
    layer = sorted(hashes)
    while len(layer) > 1:
        if len(layer) % 2:
            layer.append(layer[-1])
        layer = [sha(b"\x03" + layer[i] + layer[i + 1]) for i in range(0, len(layer), 2)]
    return layer[0]


class Session:
    def __init__(self, path, sid, day, label, own_answers):
        self.sid, self.day, self.own = sid, day, own_answers
        self.db = sqlite3.connect(path)
        self.db.execute("PRAGMA page_size = 512")
        titles = "cited_titles_json TEXT NOT NULL," if own_answers else ""
        for sql in (SESSIONS, EVENTS, NODES % ("answer_text TEXT NOT NULL," if own_answers else "", titles)):
            self.db.execute(sql)
        self.rows, self.previous, self.minute = [], None, 0
        self.label, self.answers = label, {}
        self.add("", "", None, "ROOT", [])

    def time(self):
        self.minute += 1
        return f"{self.day}T10:{self.minute:02d}:00.250Z"

    def event(self, kind, bates, when, **more):
        body = canonical({"event_type": kind, "sid": self.sid, "bates": bates, "created_at": when, **more})
        event_hash = sha((self.previous or "").encode() + body.encode()).hex()
        self.db.execute(
            "INSERT INTO session_audit_events (event_type, bates, prev_event_hash, event_hash, body, created_at)"
            " VALUES (?, ?, ?, ?, ?, ?)", (kind, bates, self.previous, event_hash, body, when))
        self.previous = event_hash

    def add(self, question, answer, parent, mode, titles):
        bates, when = f"{self.sid}-{len(self.rows):06d}", self.time()
        key = "" if mode == "ROOT" else sha(question.encode()).hex()
        above = next((row["node_hash"] for row in self.rows if row["bates"] == parent), None)
        node_hash = sha(canonical({"parent_node_hash": above, "bates": bates, "question": question, "cache_key": key,
                                   "audit_mode": mode, "created_at": when, "label": None}).encode()).hex()
        self.rows.append(dict(bates=bates, seq=len(self.rows), parent=parent, question=question, answer=answer, key=key,
                              mode=mode, titles=titles, when=when, label=None, node_hash=node_hash))
        self.answers[key] = answer
        self.event("node_added", bates, when, node_hash=node_hash)
        return bates

    def name(self, bates, label):
        next(row for row in self.rows if row["bates"] == bates)["label"] = label
        self.event("labeled", bates, self.time(), label=label)

    def subtree(self, bates):
        own = sha(b"\x00" + bytes.fromhex(next(row["node_hash"] for row in self.rows if row["bates"] == bates)))
        below = [self.subtree(row["bates"]) for row in self.rows if row["parent"] == bates]
        return sha(b"\x03" + own + merkle(below)) if below else own

    def save(self, current):
        for row in self.rows:
            values = dict(bates=row["bates"], sid=self.sid, seq=row["seq"], parent_bates=row["parent"],
                          question=row["question"], cache_key=row["key"], audit_mode=row["mode"],
                          n_cited_sources=len(row["titles"]), created_at=row["when"], label=row["label"],
                          node_hash=row["node_hash"], subtree_hash=self.subtree(row["bates"]).hex())
            if self.own:
                values |= dict(answer_text=row["answer"], cited_titles_json=canonical(row["titles"]))
            self.db.execute(f"INSERT INTO nodes ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})",
                            list(values.values()))
        if current != self.rows[-1]["bates"]:
            self.event("moved", current, self.time())
        self.db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)",
                        (self.sid, self.rows[0]["bates"], current, len(self.rows), self.rows[0]["when"],
                         f"{self.day}T10:59:00.000Z", self.label))
        self.db.commit()
        self.db.close()


def main(folder):
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("sessions", "tampered"):
        os.makedirs(f"{folder}/{name}")
    path = lambda name, sid: f"{folder}/{name}/{sid}.db"

    first = Session(path("sessions", "20250103T100000Z-aaaa0001"), "20250103T100000Z-aaaa0001", "2025-01-03", "spiders", True)
    root = first.rows[0]["bates"]
    who = first.add("who is spider man?", "Peter Parker.\n[E1 | heroes.md | line 3]", root, "STRICT", ["heroes.md"])
    made = first.add("who created him?", "Stan Lee and Steve Ditko.\n[E1 | heroes.md | line 9]", who, "STRICT", ["heroes.md"])
    first.add("in which year?", "1962 – 八月.", made, "HYBRID", [])
    villain = first.add("who is his villain?", "The Green Goblin.\n[E2 | foes \"and\" friends.md | line 1]", who, "STRICT",
                        ["foes \"and\" friends.md", "heroes.md"])
    first.name(made, "origin")
    first.name(villain, "12")
    first.save(made)

    second = Session(path("sessions", "20250104T100000Z-aaaa0002"), "20250104T100000Z-aaaa0002", "2025-01-04", None, False)
    second.add("and the films?", "There are many.", made, "UNGROUNDED", [])
    films = second.add("which was first?", "Spider-Man, 2002.", f"{second.sid}-000001", "STRICT", ["films.md"])
    lost = second.add("who played him?", "", films, "UNGROUNDED", [])
    second.answers.pop(next(row["key"] for row in second.rows if row["bates"] == lost))
    second.save(lost)

    answers = sqlite3.connect(f"{folder}/answers.db")
    answers.execute("PRAGMA page_size = 512")
    answers.execute("CREATE TABLE providence_cache (cache_key TEXT PRIMARY KEY, answer_text TEXT NOT NULL, made_by TEXT)")
    answers.executemany("INSERT INTO providence_cache VALUES (?, ?, 'qwen')",
                        [(key, text) for key, text in second.answers.items() if key])
    answers.commit()
    answers.close()

    for number, edit in enumerate((
        "UPDATE session_audit_events SET body = replace(body, 'origin', 'ending') WHERE event_type = 'labeled'",
        "DELETE FROM session_audit_events WHERE seq = 4",
        "UPDATE session_audit_events SET event_hash = upper(event_hash) WHERE seq = 2",
        "UPDATE nodes SET question = 'who is ant man?' WHERE seq = 1",
    ), 1):
        copy = path("tampered", f"20250103T100000Z-bbbb000{number}")
        shutil.copy(path("sessions", first.sid), copy)
        db = sqlite3.connect(copy)
        db.execute(edit)
        db.commit()
        db.close()


main(sys.argv[1])
