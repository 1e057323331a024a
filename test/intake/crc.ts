const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
	let crc = byte;
	for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
	return crc >>> 0;
});

/** The checksum that a zip keeps of each entry. */
export function crc32(data: Uint8Array): number {
	let crc = 0xffffffff;
	for (const byte of data) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] as number);
	return (crc ^ 0xffffffff) >>> 0;
}
