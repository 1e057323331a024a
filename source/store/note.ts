import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

// The signed form of a head: a checkpoint in a signed note, as https://c2sp.org/tlog-checkpoint and
// https://c2sp.org/signed-note have it. Three lines (whose log, how many events, the root of the tree over them), an empty
// one, and a signature line: an em dash, the key's name, and base64 of four bytes of the key's id with the signature.

export interface SignedNote {
	origin: string;
	/** How many events. */
	size: number;
	/** 32 bytes. */
	root: Buffer;
	/** What was signed. */
	text: string;
	signatures: readonly { name: string; id: Buffer; signature: Buffer }[];
}

const ED25519 = 1;
const NAME = 'arborist';

export interface SigningKey {
	readonly secret: KeyObject;
	/** 32 bytes. */
	readonly publicKey: Buffer;
}

/** The key as others are told it: `name+id+key`. */
export function verifierKey({ publicKey }: SigningKey): string {
	const key = Buffer.concat([Buffer.from([ED25519]), publicKey]);
	return `${NAME}+${keyId(publicKey).toString('hex')}+${key.toString('base64')}`;
}

function keyId(publicKey: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(`${NAME}\n`), Buffer.from([ED25519]), publicKey]);
	return createHash('sha256').update(named).digest().subarray(0, 4);
}

export function signNote(
	{ origin, size, root }: Pick<SignedNote, 'origin' | 'size' | 'root'>,
	key: SigningKey,
): string {
	const text = `${origin}\n${size}\n${root.toString('base64')}\n`;
	const signature = Buffer.concat([keyId(key.publicKey), sign(null, Buffer.from(text), key.secret)]);
	return `${text}\n\u2014 ${NAME} ${signature.toString('base64')}\n`;
}

/** Undefined for what is no signed checkpoint. Does not check the signature. */
export function parseNote(note: string): SignedNote | undefined {
	const end = note.lastIndexOf('\n\n');
	const text = note.slice(0, end + 1);
	const [origin = '', size = '', root = ''] = text.split('\n');
	const signatures = note
		.slice(end + 2)
		.split('\n')
		.flatMap((line) => {
			const [, name = '', base64] = /^\u2014 (\S+) ([A-Za-z0-9+/]+=*)$/.exec(line) ?? [];
			const bytes = Buffer.from(base64 ?? '', 'base64');
			return base64 === undefined ? [] : [{ name, id: bytes.subarray(0, 4), signature: bytes.subarray(4) }];
		});
	const bytes = Buffer.from(root, 'base64');
	if (end === -1 || origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size) || bytes.length !== 32) return undefined;
	if (signatures.length === 0) return undefined;
	return { origin, size: Number(size), root: bytes, text, signatures };
}

/** `own` was signed by this key, `other` by another one only, `forged` pretends to be by this one. */
export function signatureOf({ text, signatures }: SignedNote, publicKey: Buffer): 'own' | 'other' | 'forged' {
	const x = publicKey.toString('base64url');
	const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
	const ours = signatures.filter(({ name, id }) => name === NAME && id.equals(keyId(publicKey)));
	if (ours.length === 0) return 'other';
	return ours.every(({ signature }) => verify(null, Buffer.from(text), key, signature)) ? 'own' : 'forged';
}
