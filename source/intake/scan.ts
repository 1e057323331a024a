import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gather, type Looking } from './gather.ts';

/** A place where a tool keeps its history on this machine. */
export interface Place {
	title: string;
	path: string;
}

/** What a place holds. */
export interface Sighting extends Place {
	tools: string[];
	files: number;
	bytes: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Where tools keep their histories when nobody told them otherwise, and where the environment says that they were told. */
export function usualPlaces(home: string, environment: Environment): Place[] {
	const config = environment['XDG_CONFIG_HOME'] ?? join(home, '.config');
	const data = environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share');
	const library = join(home, 'Library', 'Application Support');
	const codex = environment['CODEX_HOME'] ?? join(home, '.codex');
	return [
		{ title: 'Claude Code', path: join(environment['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'projects') },
		{ title: 'Codex CLI', path: join(codex, 'sessions') },
		{ title: 'Codex CLI, archived', path: join(codex, 'archived_sessions') },
		{ title: 'Gemini CLI', path: join(home, '.gemini', 'tmp') },
		{ title: 'Qwen Code', path: join(home, '.qwen', 'projects') },
		{ title: 'pi', path: join(home, '.pi', 'agent', 'sessions') },
		{ title: 'opencode', path: join(data, 'opencode', 'opencode.db') },
		{ title: 'llm', path: join(environment['LLM_USER_PATH'] ?? join(config, 'io.datasette.llm'), 'logs.db') },
		{ title: 'llm', path: join(library, 'io.datasette.llm', 'logs.db') },
		{ title: 'aichat', path: join(config, 'aichat', 'sessions') },
		{ title: 'aichat', path: join(library, 'aichat', 'sessions') },
	];
}

/** Looks at the usual places, and reads nothing in. */
export async function scan(places: readonly Place[], looking: Looking = {}): Promise<Sighting[]> {
	const sightings: Sighting[] = [];
	for (const place of places.filter(({ path }) => existsSync(path))) {
		const { found, close } = await gather([place.path], { ...looking, briefly: true });
		close();
		if (found.length === 0) continue;
		const tools = [...new Set(found.map(({ format }) => format.tool))];
		const bytes = found.reduce((sum, { source }) => sum + source.size, 0);
		sightings.push({ ...place, tools, files: found.length, bytes });
	}
	return sightings;
}
