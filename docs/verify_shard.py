#!/usr/bin/env python3
"""Verify an Arborist shard from its written format alone (Python standard library only): verify_shard.py SHARD [--json]

It replays the audit chain of one read-only snapshot, computes every hash again, and compares chain, rows and index.
No file shows that its last events were cut off, or that all of it is an older copy: compare `head`, the hash of the
last event, with one that was kept elsewhere. Exit 0: intact, 1: faults (one a line), 2: not readable as a shard."""
import argparse, hashlib, json, os, re, sqlite3, urllib.parse
from collections import defaultdict
EVERY_BODY = 'event_type sid bates created_at session_seq'  # and more, by the type of the event:
EVENTS = {'session_created': 'root_bates label_sha256', 'session_labeled': 'label_sha256', 'session_imported':
          'root_bates current_bates label_sha256 session_created_at first_seq nodes content_root source',
          'session_pruned': 'nodes subtree_hash', 'node_added': 'node_hash content_sha256 moves_current', 'moved': '',
          'node_labeled': 'label_sha256', 'node_forgotten': 'content_sha256_before content_sha256'}
TABLES = {'sessions': 'sid root_bates current_bates next_seq created_at updated_at label',
          'nodes': 'bates id sid seq parent_bates question answer_text cache_key audit_mode cited_titles_json '
                   'n_cited_sources created_at label node_hash subtree_hash meta_json cited_titles',
          'audit_events': 'seq prev_event_hash event_hash body ' + EVERY_BODY}
META = set('model engine finish usage evidence verdicts carried history replaces source'.split())
TEXT, BATES = r'"[^"\\\ud800-\udfff]*(\\(?!u0000).[^"\\\ud800-\udfff]*)*"', '"[0-9]{8}T[0-9]{6}Z-[0-9a-f]{8}-[0-9]{6}"'
SHAPES = {  # what may stand under a name, as canonical JSON: the first pattern for that name, else TEXT
    '.*seq|nodes|n_.*|id': '-?[0-9]{1,16}', '.*bates': BATES, 'sid': BATES[:-10] + '"', 'moves_current': 'true|false',
    '.*_at': r'"[0-9]{4}-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])T([01][0-9]|2[0-3])(:[0-5][0-9]){2}\.[0-9]{3}Z"',
    'label': r'"(?!\s)([^"\\\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]|\\\W){1,120}(?<!\s)"',
    '.*(hash|256|before|_root)': '"[0-9a-f]{64}"', 'source': r'\{"file_sha256":"[0-9a-f]{64}","tool":%s\}' % TEXT}
BLANK = dict(question='', answer_text='', cited_titles_json='[]', n_cited_sources=0, meta_json='{}', cited_titles='')
ROOT = dict(BLANK, parent_bates=None, cache_key='', audit_mode='ROOT')
def leaf_hash(data): return hashlib.sha256(b'\0' + data).digest()
def hash_combine(left, right): return hashlib.sha256(b'\3' + left + right).digest()
def merkle_root(layer):
    while len(layer) > 1: layer = [hash_combine(*pair) for pair in zip(layer[::2], layer[1::2] + layer[-1:])]
    return layer[0]
def subtree_hash(own, sub): return hash_combine(leaf_hash(own), merkle_root(sorted(sub))) if sub else leaf_hash(own)
def canonical(value): return json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False, default=bool)
def hex_sha256(text): return None if text is None else hashlib.sha256(text.encode()).hexdigest()
def event_hash(previous, body): return hex_sha256((previous or '') + body)
def node_hash(row, parent_node_hash):
    hashed = {key: row[key] for key in ('audit_mode', 'bates', 'cache_key', 'created_at', 'question')}
    return hex_sha256(canonical(dict(hashed, label=None, parent_node_hash=parent_node_hash)))
def content_sha256(row):
    return hex_sha256(canonical({k: row[k] for k in row if k not in ('id', 'label', 'subtree_hash', 'cited_titles')}))
def parse(text, kind):
    try: value = json.loads(text)
    except (ValueError, RecursionError): value = None
    return value if isinstance(value, kind) else kind()
def fits(name, value):  # (canonical() makes a blob a boolean, which no column may hold)
    if value is None: return name in ('bates', 'parent_bates', 'label', 'label_sha256', 'prev_event_hash')
    return re.fullmatch(next((SHAPES[n] for n in SHAPES if re.fullmatch(n, name)), TEXT), canonical(value))

def replay(events, check):  # the sessions alive at the end of the chain, what it tells of each node, and its imports
    alive, counts, imports, due = {}, defaultdict(int), [], (1, None)
    told = defaultdict(lambda: argparse.Namespace(hash=None, content=None, before=None, label=None, lost_label=None))
    def exists(bates): return bates[:-7] in alive and int(bates[-6:]) < alive[bates[:-7]].next_seq
    for seq, event in events.items():
        where, kind, sid, bates = f'event {seq}', event['event_type'], event['sid'], event['bates']
        root, body = f'{sid}-000000', {key: parse(event['body'], dict).get(key) for key in EVENTS.get(kind, '').split()}
        starts, imported = kind == 'session_created' or body.get('first_seq') == 0, kind == 'session_imported'
        moves, earlier = body.get('moves_current', kind == 'moved'), body.get('content_sha256_before')
        old, due, count, counts[sid] = due, (seq + 1, event['event_hash']), counts[sid], event['session_seq'] + 1
        if not check(where, event, event_hash=event_hash(event['prev_event_hash'], event['body']), session_seq=count,
                     order=(seq, event['prev_event_hash']) == old, session=not count if starts else sid in alive,
                     body=canonical({**body, **{key: event[key] for key in EVERY_BODY.split()}}), known=kind in EVENTS,
                     values=all(map(fits, body, body.values())), node=bool(bates) == (kind[:8] != 'session_')): continue
        if starts: alive[sid] = argparse.Namespace(sid=sid, root_bates=root, current_bates=root, next_seq=0, label=None,
                                                   created_at=body.get('session_created_at', event['created_at']))
        s, node, start, about = alive[sid], told[bates], alive[sid].next_seq, told[bates] if bates else alive[sid]
        s.updated_at, about.label = event['created_at'], body.get('label_sha256', about.label)
        s.current_bates = bates if moves else body.get('current_bates', s.current_bates)
        s.next_seq += body['nodes'] if imported else kind == 'node_added'
        if imported: imports.append((where, sid, start, body))
        if kind == 'session_pruned': del alive[sid]
        want = dict(root_bates=root, session_created_at=s.created_at, first_seq=start, moves_current=moves or not start,
                    nodes=body['nodes'] if imported else start)
        check(where, {**want, **body}, **want, room=start + imported <= s.next_seq <= 10 ** 6,
              after_root=s.next_seq or starts, once=not earlier or not node.before and node.content in (None, earlier),
              exists=all(map(exists, {bates, body.get('current_bates')} - {None})),
              place=bates == f'{sid}-{start:06d}' if kind == 'node_added' else moves or (bates or root)[:-7] == sid,
              unused=kind != 'session_pruned' or all(other.current_bates[:-7] != sid for other in alive.values()))
        node.hash, node.content = body.get('node_hash', node.hash), body.get('content_sha256', node.content)
        if earlier: node.before, node.lost_label = earlier, node.label
    return alive, told, imports

def compare(sessions, nodes, alive, told, imports, check):  # rows with the chain, and with hashes computed from them
    tree, by_sid, below, nil = {}, defaultdict(list), defaultdict(list), argparse.Namespace(next_seq=0, created_at=None)
    for bates, row in nodes.items(): by_sid[row['sid']].append(row), below[row['parent_bates']].append(bates)
    order = list(below[None])
    for bates in order: order += below[bates]  # parents before their children, without recursion
    for b in reversed(order): tree[b] = subtree_hash(bytes.fromhex(nodes[b]['node_hash']), [*map(tree.get, below[b])])
    for sid in {**sessions, **alive}:
        s, row = alive.get(sid, nil), sessions.get(sid, dict(label=None))
        check(f'session {sid}', dict(row, label=hex_sha256(row['label'])), **vars(s), in_chain=sid in alive,
              in_table=sid in sessions, all_nodes=s.next_seq == len(by_sid[sid]))
    for bates, row in nodes.items():
        said, s, parent = told[bates], alive.get(row['sid'], nil), nodes.get(row['parent_bates'], {})
        turn, meta, label, mode = row['seq'] != 0, parse(row['meta_json'], dict), row['label'] or '-', row['audit_mode']
        titles = [*dict.fromkeys(title for title in parse(row['cited_titles_json'], list) if isinstance(title, str))]
        have = dict(row, label=hex_sha256(row['label']), content_sha256=content_sha256(row))
        want = dict(cited_titles_json=canonical(titles), n_cited_sources=len(titles), cited_titles='\n'.join(titles),
                    bates=f'{row["sid"]}-{row["seq"]:06d}', label=said.label, meta_json=canonical(meta),
                    node_hash=row['node_hash'] if said.before and turn else node_hash(row, parent.get('node_hash')),
                    content_sha256=said.content or have['content_sha256'], subtree_hash=tree.get(bates, b'').hex())
        want.update({} if turn else dict(ROOT, created_at=s.created_at), **BLANK if said.before else {})
        check(f'node {bates}', have, **want, in_chain=row['seq'] < s.next_seq and said.hash in (None, row['node_hash']),
              meta=META >= meta.keys() and not re.search('[.a-z]|[0-9]{17}', re.sub(TEXT, '', row['meta_json'])),
              mode=mode in (['STRICT', 'HYBRID', 'UNGROUNDED'] if said.hash else ['IMPORTED']) or not turn,
              parent=bool(parent) == turn, unlabeled=said.lost_label is None or said.label != said.lost_label,
              no_id=not re.fullmatch('[0-9]+', label) and not re.fullmatch(BATES[1:-1], bates[:-len(label)] + label))
    for where, sid, start, body in imports:
        leaves = [leaf_hash(bytes.fromhex(row['node_hash'] + (told[row['bates']].before or content_sha256(row))))
                  for row in by_sid[sid][start:start + body['nodes']]] or [b'']
        check(where, {}, content_root=sid not in alive or merkle_root(leaves).hex() == body['content_root'])

def verify(path):
    faults, path = [], os.path.realpath(path)
    def check(where, have, **want):  # what is not as in `have`, or, if it is no key of that, not true
        wrong = ', '.join(name for name in want if (have[name] != want[name] if name in have else not want[name]))
        if wrong: faults.append(f'{where}: wrong {wrong}'.encode('unicode_escape').decode())
        return not wrong
    mode = 'ro' if any(os.path.exists(path + end) for end in ('-wal', '-journal')) else 'ro&immutable=1'  # adds no -shm
    source, db = sqlite3.connect(f'file:{urllib.parse.quote(path)}?mode={mode}', uri=True), sqlite3.connect(':memory:')
    source.execute('BEGIN').execute('SELECT count(*) FROM sqlite_master').connection.backup(db)
    db.text_factory = lambda data: data.decode('utf-8', 'surrogateescape')
    ids = db.execute('SELECT * FROM pragma_application_id, pragma_user_version').fetchone()
    barred = db.execute("SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('trigger', 'view')")
    check('file', {}, application_id_or_user_version=ids == (0x41524252, 1), **{name: False for name, in barred})
    sessions, nodes, events = tables = {}, {}, {}
    for rows, (table, columns) in zip(tables, TABLES.items()):
        names = columns.split()
        check(table, {}, pages=db.execute(f'PRAGMA integrity_check({table})').fetchall() == [('ok',)])
        for key, *values in db.execute(f'SELECT {names[0]}, {", ".join(names)} FROM {table} ORDER BY 1'):
            fit = dict(zip(names, map(fits, names, values)), key=key is not None and key not in rows)
            if check(f'{table} {key}', {}, **fit): rows[key] = dict(zip(names, values))
    compare(sessions, nodes, *replay(events, check), check)
    try:
        db.execute("INSERT INTO nodes_fts(nodes_fts, rank) VALUES ('integrity-check', 1)")
        made, = db.execute("SELECT lower(sql) FROM sqlite_master WHERE lower(name) = 'nodes_fts'").fetchone()
        parts, sized = re.split('[(),]', re.sub(r'[^\w=(),]', '', made)), db.execute('SELECT id FROM nodes_fts_docsize')
        check('nodes_fts', {}, rows=sorted(sized) == sorted((row['id'],) for row in nodes.values()),
              made={'question', 'answer_text', 'cited_titles', 'content=nodes', 'content_rowid=id'} <= {*parts})
    except sqlite3.Error as error: check(f'nodes_fts: {error}', {}, index=False)
    heads = [None, *(event['event_hash'] for event in events.values())]
    return dict(faults=faults, sessions=len(sessions), nodes=len(nodes), events=len(events), head=heads[-1])

if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('shard'), parser.add_argument('--json', action='store_true')
    options = parser.parse_args()
    try: report = verify(options.shard)
    except (sqlite3.Error, OSError, ValueError, RecursionError) as e: parser.exit(2, f'not readable as a shard: {e}\n')
    print(json.dumps(report) if options.json else '\n'.join(report['faults'] or ['intact: ' + json.dumps(report)]))
    parser.exit(1 if report['faults'] else 0)
