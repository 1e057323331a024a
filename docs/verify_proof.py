#!/usr/bin/env python3
"""Check what `arborist prove` wrote, without Arborist (Python standard library only): verify_proof.py FILE [KEY]

It computes every hash again: the turn's own, its tree up to the root, its event, and the tree over all events up to the
signed head. KEY is the signer's key (`name+id+key`) as you got it from them; without it, the file's own is believed.
Exit 0: the turn is what that head commits to; 1: it is not; 2: not readable."""
import base64, hashlib, json, sys
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # ed25519, after RFC 8032, section 6
D = -121665 * pow(121666, P - 2, P) % P
def sha256(data): return hashlib.sha256(data).digest()
def hexed(text): return hashlib.sha256(text.encode()).hexdigest()
def canonical(value): return json.dumps(value, sort_keys=True, separators=(',', ':'), ensure_ascii=False)

def point_add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P
def point_mul(s, p):
    q = (0, 1, 1, 0)
    while s > 0:
        if s & 1: q = point_add(q, p)
        p, s = point_add(p, p), s >> 1
    return q
def point(data):
    y, sign = int.from_bytes(data, 'little') % 2**255, data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P: x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign): raise ValueError('no point of the curve')
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P
BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))
def signed(key, message, signature):
    r, s = point(signature[:32]), int.from_bytes(signature[32:], 'little')
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), 'little') % L
    p, q = point_mul(s, BASE), point_add(r, point_mul(k, point(key)))
    return s < L and len(signature) == 64 and all((p[i] * q[2] - q[i] * p[2]) % P == 0 for i in (0, 1))

def leaf(data): return sha256(b'\0' + data)
def pair(left, right): return sha256(b'\3' + left + right)
def climb(node, steps):  # through pairs, each with the other half and its side
    for side, other in steps: node = pair(bytes.fromhex(other), node) if side == 'left' else pair(node, bytes.fromhex(other))
    return node
def root_of(layer):
    while len(layer) > 1: layer = [pair(*two) for two in zip(layer[::2], layer[1::2] + layer[-1:])]
    return layer[0]
def log_root(node, index, size, proof):  # RFC 6962: from an entry to the head of the tree over all of them
    last = size - 1
    for other in map(bytes.fromhex, proof):
        if last == 0: return b''
        if index & 1 or index == last:
            node = sha256(b'\1' + other + node)
            while index and not index & 1: index, last = index >> 1, last >> 1
        else: node = sha256(b'\1' + node + other)
        index, last = index >> 1, last >> 1
    return node if last == 0 else b''

def check(proof, trusted):  # yields what does not hold
    turn, event, body = proof['turn'], proof['event'], json.loads(proof['event']['body'])
    above = proof['path'][0]['node_hash'] if proof['path'] else None
    names = ('audit_mode', 'bates', 'cache_key', 'created_at', 'question')
    content = hexed(canonical(turn))
    if hexed(canonical(dict({n: turn[n] for n in names}, label=None, parent_node_hash=above))) != turn['node_hash']:
        yield 'the question, its place or its time is not what node_hash commits to'
    node = leaf(bytes.fromhex(turn['node_hash']))
    if proof['below']: node = pair(node, root_of(sorted(map(bytes.fromhex, proof['below']))))
    for step in proof['path']: node = pair(leaf(bytes.fromhex(step['node_hash'])), climb(node, step['branch']))
    if node.hex() != proof['root']['subtree_hash']: yield 'the path does not lead to the root of its tree'
    if proof['path'] and (proof['path'][0]['bates'], proof['path'][-1]['bates']) != (turn['parent_bates'], proof['root']['bates']):
        yield 'the path is not the one from this turn'
    if hexed((event['prev_event_hash'] or '') + event['body']) != event['event_hash']: yield 'the event was changed'
    if proof['imported'] is None: told = (body.get('bates'), body.get('node_hash'), body.get('content_sha256'))
    else:
        held = climb(leaf(bytes.fromhex(turn['node_hash'] + content)), proof['imported']).hex() == body['content_root']
        told = (turn['bates'], turn['node_hash'], content if held and body['sid'] == turn['sid'] else None)
    if told != (turn['bates'], turn['node_hash'], content): yield 'the event recorded another turn, or another answer'
    text, _, lines = proof['head'].rpartition('\n\n')
    origin, size, root = (text + '\n').split('\n')[:3]
    if (origin, int(size)) != (proof['origin'], proof['size']): yield 'the head is of another record'
    entry = leaf(bytes.fromhex(event['event_hash']))
    if log_root(entry, event['seq'] - 1, int(size), proof['inclusion']) != base64.b64decode(root):
        yield 'the event is not in the tree that the head commits to'
    name, ident, key = trusted.split('+', 2)
    key = base64.b64decode(key)
    if sha256(name.encode() + b'\n' + key)[:4].hex() != ident or key[0] != 1: yield 'the key is none'
    marks = [base64.b64decode(line.split(' ')[2]) for line in lines.splitlines() if line.startswith(f'\u2014 {name} ')]
    if not any(m[:4].hex() == ident and signed(key[1:], (text + '\n').encode(), m[4:]) for m in marks):
        yield 'the head is not signed by this key'

if __name__ == '__main__':
    try:
        proof = json.load(open(sys.argv[1], encoding='utf-8'))
        faults = list(check(proof, sys.argv[2] if len(sys.argv) > 2 else proof['key']))
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        print(f'not readable as a proof: {error!r}'), sys.exit(2)
    print('\n'.join(faults) or f"{proof['turn']['bates']} is proven by the head of {proof['size']} events")
    sys.exit(1 if faults else 0)
