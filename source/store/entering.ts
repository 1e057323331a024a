/** SQL: whether a node hangs under a turn of another session. Word for word that of the index nodes_entering. */
export const isEntering = (of: string): string =>
	`${of}parent_bates IS NOT NULL AND substr(${of}parent_bates, 1, length(${of}sid) + 1) <> ${of}sid || '-'`;
