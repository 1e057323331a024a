import { deflateRawSync } from 'node:zlib';
import { crc32 as crcOf } from './crc.ts';

export interface ZipEntry {
	name: string;
	text: string | Uint8Array;
	/** How many bytes it says that it unpacks to. */
	says?: number;
	/** A byte in the middle of it is another one. */
	damaged?: boolean;
	encrypted?: boolean;
	/** By which it is packed; 8 is deflate. */
	method?: number;
}

/** A zip with these entries, whatever they are called. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
	const parts: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const { name, text, says, damaged, encrypted, method = 8 } of entries) {
		const data = Buffer.from(text);
		const packed = deflateRawSync(data);
		const fields = Buffer.alloc(26);
		fields.writeUInt16LE(20, 0);
		fields.writeUInt16LE(encrypted ? 0x801 : 0x800, 2);
		fields.writeUInt16LE(method, 4);
		fields.writeUInt32LE(crcOf(data), 10);
		fields.writeUInt32LE(packed.length, 14);
		fields.writeUInt32LE(says ?? data.length, 18);
		fields.writeUInt16LE(Buffer.byteLength(name), 22);
		if (damaged) packed.fill(0xff, packed.length >> 1);
		const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
		const tail = Buffer.alloc(14);
		tail.writeUInt32LE(offset, 10);
		directory.push(
			Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), fields, tail, Buffer.from(name)]),
		);
		parts.push(local);
		offset += local.length;
	}
	const central = Buffer.concat(directory);
	const end = Buffer.alloc(18);
	end.writeUInt16LE(entries.length, 4);
	end.writeUInt16LE(entries.length, 6);
	end.writeUInt32LE(central.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end]);
}
