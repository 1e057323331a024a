#!/usr/bin/env python3
"""Write vectors.json, sample.db and sample-grown.db beside this file: usage: make_vectors.py [FOLDER]

The hashes are those of docs/verify_shard.py, which was written from the format alone and shares no code with Arborist.
Running it twice gives the same JSON and logically equal databases. Every shard is verified before the program ends."""
import itertools, json, re, sqlite3, sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / 'docs'))
import verify_shard as shard  # noqa: E402

SCHEMA = """
CREATE TABLE sessions (sid TEXT PRIMARY KEY, root_bates TEXT NOT NULL, current_bates TEXT NOT NULL,
  next_seq INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, label TEXT);
CREATE TABLE nodes (id INTEGER PRIMARY KEY, bates TEXT NOT NULL UNIQUE, sid TEXT NOT NULL, seq INTEGER NOT NULL,
  parent_bates TEXT REFERENCES nodes(bates), question TEXT NOT NULL, answer_text TEXT NOT NULL,
  cache_key TEXT NOT NULL, audit_mode TEXT NOT NULL, cited_titles_json TEXT NOT NULL,
  n_cited_sources INTEGER NOT NULL, created_at TEXT NOT NULL, label TEXT, node_hash TEXT NOT NULL,
  subtree_hash TEXT NOT NULL, meta_json TEXT NOT NULL, cited_titles TEXT NOT NULL);
CREATE VIRTUAL TABLE nodes_fts USING fts5(question, answer_text, cited_titles, content='nodes', content_rowid='id');
CREATE TABLE audit_events (seq INTEGER PRIMARY KEY AUTOINCREMENT, event_type TEXT NOT NULL, sid TEXT, bates TEXT,
  prev_event_hash TEXT, event_hash TEXT NOT NULL, body TEXT NOT NULL, created_at TEXT NOT NULL,
  session_seq INTEGER NOT NULL);
"""


class Shard:
    """A shard being written, in memory: every change is one method, and one or more events."""

    def __init__(self, day):
        self.sessions, self.nodes, self.events = {}, {}, []
        self.ids, self.counts, self.clock, self.day = itertools.count(1), {}, itertools.count(), day

    def now(self):
        tick = next(self.clock)
        return f'{self.day}T08:{tick // 60:02d}:{tick % 60:02d}.{tick * 37 % 1000:03d}Z'

    def event(self, kind, sid, bates=None, at=None, **more):
        at, count = at or self.now(), self.counts.get(sid, 0)
        columns = dict(event_type=kind, sid=sid, bates=bates, created_at=at, session_seq=count)
        previous = self.events[-1]['event_hash'] if self.events else None
        body = shard.canonical({**columns, **more})
        self.events.append(dict(columns, seq=len(self.events) + 1, body=body, prev_event_hash=previous,
                                event_hash=shard.event_hash(previous, body)))
        self.counts[sid] = count + 1
        if sid in self.sessions:
            self.sessions[sid]['updated_at'] = at

    def open(self, sid, at, label):
        root = f'{sid}-000000'
        self.sessions[sid] = dict(sid=sid, root_bates=root, current_bates=root, next_seq=0, created_at=at,
                                  updated_at=at, label=label)
        return root

    def node(self, sid, parent, at, question='', answer='', mode='ROOT', titles=(), meta=None, key=''):
        seq = self.sessions[sid]['next_seq']
        row = dict(id=next(self.ids), bates=f'{sid}-{seq:06d}', sid=sid, seq=seq, parent_bates=parent,
                   question=question, answer_text=answer, cache_key=key, audit_mode=mode,
                   cited_titles_json=shard.canonical(list(titles)),
                   n_cited_sources=len(titles), created_at=at, label=None, node_hash='', subtree_hash='',
                   meta_json=shard.canonical(meta or {}), cited_titles='\n'.join(titles))
        row['node_hash'] = shard.node_hash(row, self.nodes[parent]['node_hash'] if parent else None)
        self.nodes[row['bates']] = row
        self.sessions[sid]['next_seq'] = seq + 1
        return row

    def added(self, row, moves=True, at=None):
        self.event('node_added', row['sid'], row['bates'], at, node_hash=row['node_hash'], moves_current=moves,
                   content_sha256=shard.content_sha256(row))
        if moves:
            self.sessions[row['sid']]['current_bates'] = row['bates']
        return row['bates']

    def session(self, sid, label=None):
        at = self.now()
        root = self.open(sid, at, label)
        self.event('session_created', sid, at=at, root_bates=root, label_sha256=shard.hex_sha256(label))
        return self.added(self.node(sid, None, at), at=at)

    def turn(self, sid, parent, question, answer, mode, titles=(), moves=True, **meta):
        key = 'ask:' + shard.hex_sha256(question)
        return self.added(self.node(sid, parent, self.now(), question, answer, mode, titles, meta, key), moves)

    def moved(self, sid, bates):
        self.sessions[sid]['current_bates'] = bates
        self.event('moved', sid, bates)

    def label(self, bates, label):
        self.nodes[bates]['label'] = label
        self.event('node_labeled', self.nodes[bates]['sid'], bates, label_sha256=shard.hex_sha256(label))

    def label_session(self, sid, label):
        self.sessions[sid]['label'] = label
        self.event('session_labeled', sid, label_sha256=shard.hex_sha256(label))

    def imported(self, sid, at, turns, current, label, file):
        """Turns are (seq of the parent, id there, question, answer); the first import makes the root as well."""
        if sid not in self.sessions:
            self.open(sid, at, label)
            self.node(sid, None, at)
            first = 0
        else:
            first = self.sessions[sid]['next_seq']
        for number, (parent, there, question, answer) in enumerate(turns, 1):
            asked = f'{at[:14]}{first + number:02d}:00.000Z'
            self.node(sid, f'{sid}-{parent:06d}', asked, question, answer, 'IMPORTED', (),
                      dict(source=dict(tool='claude', id=there)), 'import:' + shard.hex_sha256(there))
        rows = [row for row in self.nodes.values() if row['sid'] == sid and row['seq'] >= first]
        leaves = [shard.leaf_hash(bytes.fromhex(row['node_hash'] + shard.content_sha256(row))) for row in rows]
        session = self.sessions[sid]
        session.update(current_bates=f'{sid}-{current:06d}', label=label)
        self.event('session_imported', sid, root_bates=f'{sid}-000000', current_bates=session['current_bates'],
                   label_sha256=shard.hex_sha256(label), session_created_at=session['created_at'], first_seq=first,
                   nodes=len(rows), content_root=shard.merkle_root(leaves).hex(),
                   source=dict(tool='claude', file_sha256=shard.hex_sha256(file)))

    def forget(self, bates):
        row = self.nodes[bates]
        before = shard.content_sha256(row)
        row.update(shard.BLANK)
        self.event('node_forgotten', row['sid'], bates, content_sha256_before=before,
                   content_sha256=shard.content_sha256(row))
        if row['label'] is not None:
            self.label(bates, None)

    def prune(self, sid):
        self.grow()
        gone = [bates for bates, row in self.nodes.items() if row['sid'] == sid]
        self.event('session_pruned', sid, nodes=len(gone), subtree_hash=self.nodes[gone[0]]['subtree_hash'])
        for bates in gone:
            del self.nodes[bates]
        del self.sessions[sid]

    def grow(self):
        """Compute every subtree_hash; a child always comes after its parent."""
        below = {}
        for bates, row in reversed(self.nodes.items()):
            top = shard.subtree_hash(bytes.fromhex(row['node_hash']), below.pop(bates, []))
            below.setdefault(row['parent_bates'], []).append(top)
            row['subtree_hash'] = top.hex()

    def write(self, path):
        self.grow()
        path.unlink(missing_ok=True)
        db = sqlite3.connect(path)
        db.executescript('PRAGMA application_id = 0x41524252; PRAGMA user_version = 1;' + SCHEMA)
        for table, rows in (('sessions', self.sessions.values()), ('nodes', self.nodes.values()),
                            ('audit_events', self.events)):
            for row in rows:
                marks = ', '.join('?' * len(row))
                db.execute(f'INSERT INTO {table} ({", ".join(row)}) VALUES ({marks})', list(row.values()))
        db.execute("INSERT INTO nodes_fts(nodes_fts) VALUES ('rebuild')")
        db.commit()
        db.execute('VACUUM')
        db.close()
        report = shard.verify(path)
        assert not report.pop('faults'), shard.verify(path)
        return report


def sample():
    s = Shard('2026-03-14')
    tea, moon, desk = '20260314T080000Z-7ea7ea70', '20260314T080900Z-00c0ffee', '20260314T081000Z-de5cde5c'
    root = s.session(tea)
    passage = shard.hex_sha256('Leaves for green tea are heated soon after picking.')
    green = s.turn(tea, root, 'how is green tea made?', 'The leaves are heated soon after picking. [E1 | Tea | Green]',
                   'STRICT', ['Tea'], model='small-8b', engine='local', finish='complete',
                   usage=dict(input_tokens=812, output_tokens=19, first_token_ms=140, total_ms=905),
                   evidence=[dict(pointer='E1', title='Tea', source='notes/tea.md', passage_sha256=passage)],
                   verdicts=[dict(sentence='The leaves are heated soon after picking.', verdict='proven')])
    oolong = s.turn(tea, green, 'and oolong?', 'Partly oxidised first. [E1 | "Oolong" \\ notes | 1] Some roast it.',
                    'HYBRID', ['"Oolong" \\ notes', '茶经', 'Tea'], history=[green], carried=['tea'])
    s.label(oolong, 'oolong 🍵')
    s.moved(tea, green)
    chinese = s.turn(tea, green, '绿茶是怎么做的？ cafe\u0301 👩\u200d🌾', '采摘后立即加热。\n\t[E1 | 茶经 | 三]', 'STRICT', ['茶经'])
    again = s.turn(tea, green, '绿茶和乌龙茶有什么不同？\u2028\x7f', 'your documents do not answer this', 'UNGROUNDED',
                   moves=False, replaces=chinese, finish='truncated')
    s.label(again, 'difference')
    s.label(again, None)
    s.session(moon, 'the moon, later')
    fork = s.turn(moon, oolong, 'is it drunk in spring?', 'In spring and autumn. [E1 | Almanac | March]', 'STRICT',
                  ['Almanac'])
    s.turn(moon, fork, 'which month first?', 'April.', 'UNGROUNDED', finish='cancelled', model='small-8b')
    s.turn(tea, fork, 'back in the first session?', 'Yes: a turn of one may hang under the other.', 'UNGROUNDED')
    s.session(desk)
    s.moved(desk, chinese)
    s.label(green, 'how it is made')
    s.moved(moon, root)
    return s


def grown():
    s = Shard('2026-04-01')
    mine, old, draft, alone = ('20260401T080000Z-0000beef', '20240229T235900Z-0ddba11e', '20260401T080300Z-dddddddd',
                               '20260401T080400Z-a10a10a1')
    root = s.session(mine, 'bread')
    flour = s.turn(mine, root, 'which flour for rye bread?', 'Rye flour, type 1150. [E1 | Flour | Types]', 'STRICT',
                   ['Flour'])
    s.session(draft)
    s.turn(draft, f'{draft}-000000', 'a draft to throw away', 'gone soon', 'UNGROUNDED')
    s.turn(draft, flour, 'a fork that goes with its session', 'gone too', 'UNGROUNDED')
    s.session(alone, 'never used')
    s.imported(old, '2024-02-29T23:00:00.000Z', [(0, 'm-01', 'what is sourdough?', 'Flour, water, time.'),
               (1, 'm-02', 'and the 🦠?', 'Wild yeast and lactic acid bacteria.'), (1, 'm-03', '酸面团？', '面粉和水。')],
               3, 'an old chat about bread', 'export, first')
    secret = s.turn(mine, flour, "my neighbour's secret recipe", 'Best forgotten. [E1 | Letters | 3]', 'HYBRID',
                    ['Letters'])
    s.label(secret, 'secret')
    s.label(f'{old}-000002', 'yeast')
    s.prune(draft)
    s.forget(f'{old}-000003')
    s.turn(old, f'{old}-000002', 'how long does it keep?', 'A week in the cold.', 'UNGROUNDED')
    s.forget(secret)
    s.moved(mine, f'{old}-000002')
    s.imported(old, '2024-02-29T23:00:00.000Z', [(3, 'm-04', 'and warm?', 'A day.'),
               (5, 'm-05', 'in summer?', 'Half a day.')], 4, 'an old chat about bread', 'export, second and longer')
    s.label_session(mine, 'bread, for friends')
    s.label_session(mine, None)
    s.label_session(mine, 'rye 🍞')
    s.turn(mine, f'{old}-000006', 'under the imported one?', 'Yes.', 'UNGROUNDED', history=[f'{old}-000006'])
    s.prune(alone)
    return s


def hashes(nodes, events):
    """Worked examples of every hash, over values made here and over rows of the first sample."""
    values = [dict(b='x', a=None, c=dict(z=[], y={})), dict(q='naïve \u2028\u2029 🫖 "\\/'),
              dict(c0='\t\n\r\b\f\x00\x01\x0b\x1f'), dict(delete='a\x7fb', c1='\x85'),
              dict(n=[0, -1, 9007199254740991], t=[True, False]), dict(text='o\u0308 ö'), [], '茶']
    leaves = [shard.leaf_hash(bytes([number])) for number in range(9)]
    hexes = [leaf.hex() for leaf in leaves]
    columns = ('audit_mode', 'bates', 'cache_key', 'created_at', 'question')
    parent = {row['bates']: row['node_hash'] for row in nodes}
    return dict(
        canonical_json=[dict(value=value, text=shard.canonical(value)) for value in values],
        leaf_hash=[{'hex': data.hex(), 'is': shard.leaf_hash(data).hex()}
                   for data in (b'', b'\0', '茶'.encode(), leaves[0])],
        hash_combine=[{'left': a.hex(), 'right': b.hex(), 'is': shard.hash_combine(a, b).hex()}
                      for a, b in ((leaves[0], leaves[1]), (leaves[1], leaves[0]), (leaves[2], leaves[2]))],
        merkle_root=[{'leaves': hexes[:n], 'is': shard.merkle_root(leaves[:n]).hex()} for n in range(1, 10)],
        subtree_hash=[{'node_hash': hexes[8], 'children': hexes[:n],
                       'is': shard.subtree_hash(leaves[8], leaves[:n]).hex()} for n in range(8)],
        node_hash=[{'node': {key: row[key] for key in columns}, 'parent_node_hash': parent.get(row['parent_bates']),
                    'is': shard.node_hash(row, parent.get(row['parent_bates']))} for row in nodes],
        content_sha256=[{'node': row, 'is': shard.content_sha256(row)} for row in nodes],
        event_hash=[{'prev_event_hash': event['prev_event_hash'], 'body': event['body'], 'is': event['event_hash']}
                    for event in events[:4]])


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent)
    first, second = sample(), grown()
    reports = {'sample.db': first.write(folder / 'sample.db'),
               'sample-grown.db': second.write(folder / 'sample-grown.db')}
    text = json.dumps(dict(hashes=hashes([*first.nodes.values()][:6], first.events), shards=reports), indent='\t')

    def short(match):  # as the project's formatter has it: an array on one line where that has room
        line = f'{match[1]}[{", ".join(match[2].split(",")).replace(chr(10), "").replace(chr(9), "")}]'
        return line if len(line.expandtabs(2)) + 1 <= 120 else match[0]
    text = re.sub(r'^([^\n\[]*)\[((?:\n\t+(?:"[^"\n,]*"|[\w-]+),?)+)\n\t*\]', short, text, flags=re.M)
    (folder / 'vectors.json').write_text(text + '\n', encoding='ascii')


if __name__ == '__main__':
    main()
