import { groupBy } from '../../group.ts';
import { listOf, member, named, parsed, textOf } from '../../json.ts';
import { columnQuery, type Sqlite } from '../../sqlite.ts';
import { hasTable, type OtherDatabase } from '../database.ts';
import type { Format } from '../format.ts';
import type { SourceRecord, SourceSession } from '../model.ts';
import { ofIso } from '../time.ts';

// simonw/llm: logs.db, with a row per response. Newer ones keep the text in a tree of nodes, where two conversations with
// the same beginning share it: those are forks.

export const llm: Format = {
	tool: 'llm',
	title: 'llm',
	related: true,
	accepts(content) {
		if (content.kind !== 'database') return false;
		const { tables } = content;
		return (
			hasTable(tables, 'responses', 'id', 'model') &&
			(hasTable(tables, 'responses', 'prompt') || hasTable(tables, 'nodes', 'parent_id'))
		);
	},
	async *read(source, only) {
		if (source.db && source.content.kind === 'database') yield* sessionsIn(source.db, source.content.tables, only);
	},
};

interface Response {
	id: string;
	conversation_id: string | null;
	model: string | null;
	prompt: string | null;
	response: string | null;
	datetime_utc: string | null;
	/** Where what was asked stands in the tree, where it begins, and where the answer stands. */
	input_node_id?: unknown;
	first_input_node_id?: unknown;
	output_node_id?: unknown;
}

function* sessionsIn(db: Sqlite, tables: OtherDatabase['tables'], only: string | undefined): Generator<SourceSession> {
	const inTree =
		hasTable(tables, 'responses', 'input_node_id', 'output_node_id') &&
		hasTable(tables, 'nodes', 'id', 'parent_id', 'message_id');
	const rows = db.prepare<[], Response>('SELECT * FROM responses ORDER BY datetime_utc, id').all();
	const names = hasTable(tables, 'conversations', 'id', 'name')
		? new Map(db.prepare<[], [string, string]>('SELECT id, name FROM conversations').raw().all())
		: new Map<string, string>();
	const sessions = groupBy(rows, ({ conversation_id, id }) => named(conversation_id) ?? `response:${id}`);
	const tree = inTree ? treeOf(db, rows) : undefined;
	for (const [key, responses] of sessions) {
		if (only === undefined || only === key) yield sessionOf(key, names.get(key), responses, tree);
	}
}

/** Reads the tree of nodes. */
interface Tree {
	asked(response: Response): string;
	answered(response: Response): string;
	/** The response that a response goes on from. */
	before(response: Response): Response | undefined;
}

function treeOf(db: Sqlite, rows: readonly Response[]): Tree {
	const node = db.prepare<[unknown], { parent_id: unknown; message_id: unknown }>(
		'SELECT parent_id, message_id FROM nodes WHERE id = ?',
	);
	const role = columnQuery<unknown>(db, 'SELECT role FROM messages WHERE id = ?');
	const parts = columnQuery<string>(
		db,
		`SELECT text FROM parts WHERE message_id = ? AND type = 'text' AND text IS NOT NULL ORDER BY "order"`,
	);
	const byOutput = new Map<unknown, Response>();
	for (const row of rows) if (!byOutput.has(row.output_node_id)) byOutput.set(row.output_node_id, row);
	const textAt = (message: unknown) => parts.all(message).join('\n\n');
	/** From a node upward, until a response's answer or the top. */
	function* upTo(response: Response): Generator<{ parent_id: unknown; message_id: unknown }> {
		const seen = new Set<unknown>();
		for (let id = response.input_node_id; id != null && !seen.has(id); ) {
			seen.add(id);
			const row = node.get(id);
			if (!row || (byOutput.has(id) && byOutput.get(id) !== response)) return;
			yield row;
			id = row.parent_id;
		}
	}
	return {
		asked(response) {
			const texts = [...upTo(response)]
				.filter(({ message_id }) => role.get(message_id) === 'user')
				.map(({ message_id }) => textAt(message_id));
			return texts.reverse().filter(Boolean).join('\n\n');
		},
		answered: (response) => textAt(node.get(response.output_node_id)?.message_id),
		before(response) {
			const seen = new Set<unknown>();
			for (let id = response.input_node_id; id != null && !seen.has(id); id = node.get(id)?.parent_id) {
				seen.add(id);
				const found = byOutput.get(id);
				if (found && found !== response) return found;
			}
			return undefined;
		},
	};
}

function sessionOf(
	key: string,
	name: string | undefined,
	responses: readonly Response[],
	tree: Tree | undefined,
): SourceSession {
	const records: SourceRecord[] = [];
	let previous: string | null = null;
	for (const response of responses) {
		const before = tree?.before(response);
		const parentKey: string | null = tree ? (before?.id ?? null) : previous;
		const at = ofIso(response.datetime_utc);
		const asked = `${response.id}?`;
		records.push({
			key: asked,
			parentKey,
			at,
			role: 'user',
			text: named(response.prompt) ?? tree?.asked(response) ?? promptIn(response),
		});
		const text = named(response.response) ?? tree?.answered(response) ?? '';
		records.push({ key: response.id, parentKey: asked, at, role: 'assistant', text, model: named(response.model) });
		previous = response.id;
	}
	return {
		tool: 'llm',
		key,
		title: name ?? null,
		createdAt: records[0]?.at ?? null,
		currentKey: previous,
		records,
		sharedKeys: true,
	};
}

/** A prompt that was given in fragments only stands in the request that was sent. */
function promptIn(response: Response): string {
	const sent = parsed(textOf(member(response, 'prompt_json')));
	const last = listOf(member(sent, 'messages')).findLast((message) => member(message, 'role') === 'user');
	return textOf(member(last, 'content'));
}
