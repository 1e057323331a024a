import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ExportOf, exported } from '../../source/export/export.ts';
import type { ExportFormat } from '../../source/export/formats.ts';
import { display } from '../../source/text.ts';
import { HOSTILE } from '../helpers/hostile.ts';
import type { Planted } from '../helpers/plant.ts';
import { ask, memoryWorld, tempFolder, type World } from '../helpers/world.ts';

let world: World;
let planted: Planted;

beforeEach(() => {
	world = memoryWorld();
	planted = world.plant('tea > which leaf > (black | green = sencha, say #favourite > how hot) ; ^green > and coffee');
});

function text(of: ExportOf, format: ExportFormat): string {
	return [...exported(world.forest, of, format)].join('');
}

const headings = (page: string) => [...page.matchAll(/^## \d+\. (.*)$/gm)].map(([, heading]) => heading);

describe('what is handed out', () => {
	test('a branch: a turn, what it hangs under, and all below it', () => {
		expect(headings(text({ branch: planted.bates('green') }, 'md'))).toEqual([
			'tea',
			'which leaf',
			'green ⚑ favourite',
			'how hot',
			'and coffee',
		]);
	});

	test('a path: without what hangs below', () => {
		expect(headings(text({ path: planted.bates('green') }, 'md'))).toEqual(['tea', 'which leaf', 'green ⚑ favourite']);
	});

	test('a session, with what others hung under it', () => {
		expect(headings(text({ sid: planted.sid }, 'md'))).toEqual([
			'tea',
			'which leaf',
			'black',
			'green ⚑ favourite',
			'how hot',
			'and coffee',
		]);
	});

	test('a session that hangs under another’s turn', () => {
		expect(headings(text({ sid: planted.sids[1] as string }, 'md'))).toEqual(['and coffee']);
	});

	test('everything, each turn once', () => {
		expect(headings(text('all', 'md'))).toHaveLength(6);
	});

	test('nothing', () => {
		world = memoryWorld();
		expect(JSON.parse(text('all', 'json'))).toMatchObject({ turns: [] });
		expect(text('all', 'jsonl')).toBe('');
	});
});

describe('JSON', () => {
	test('holds every turn as it stands', () => {
		const { turns, session_root } = JSON.parse(text({ sid: planted.sid }, 'json'));
		expect(turns[3]).toEqual(planted.turn('green'));
		expect(session_root).toBe(planted.root().subtree_hash);
	});

	test('messages: a line for each path, of a turn the one that leads to it', () => {
		const lines = text({ branch: planted.bates('green') }, 'jsonl')
			.trimEnd()
			.split('\n');
		expect(lines.map((line) => JSON.parse(line))).toEqual([
			{
				messages: [
					{ role: 'user', content: 'tea' },
					{ role: 'assistant', content: 'About tea.' },
					{ role: 'user', content: 'which leaf' },
					{ role: 'assistant', content: 'About which leaf.' },
					{ role: 'user', content: 'green' },
					{ role: 'assistant', content: 'sencha, say' },
				],
			},
		]);
		expect(text({ sid: planted.sid }, 'jsonl').trimEnd().split('\n')).toHaveLength(3);
	});
});

describe('Markdown', () => {
	const answered = (answer_text: string, more: object = {}) => {
		world = memoryWorld();
		const sid = world.forest.begin();
		const { bates } = ask(world.forest, sid, 'why', { answer_text, ...more });
		return text({ path: bates }, 'md');
	};

	test('begins with front matter', () => {
		expect(text({ sid: planted.sid }, 'md')).toMatch(
			/^---\ntitle: "[^"]+"\nsession: "[^"]+"\nsession_root: "[0-9a-f]{64}"\nfrom: "Arborist"\n---\n/,
		);
	});

	test('a fork says where it goes on', () => {
		expect(text({ sid: planted.sid }, 'md')).toContain('*under [2](#turn-2) · ');
	});

	test('sources are footnotes', () => {
		const evidence = [{ pointer: 'E1', title: 'Leaves', source: 'tea.md:3', passage_sha256: 'ab' }];
		const page = answered('It is green [E1 | Leaves | line 3]. So is [E2].', { meta: { evidence } });
		expect(page).toContain('It is green [^1-E1]. So is [E2].');
		expect(page).toContain('[^1-E1]: Leaves, tea.md:3');
	});

	test('a source whose title has brackets in it is a footnote too', () => {
		const evidence = [{ pointer: 'E1', title: 'Leaves [draft]', source: 'tea.md:3', passage_sha256: 'ab' }];
		const page = answered('It is green [E1 | Leaves [draft\\] | line 3].', { meta: { evidence } });
		expect(page).toContain('It is green [^1-E1].\n');
	});

	test('only what is cited is a source, on the line where it is quoted; pointers in code stay as they are', () => {
		const evidence = ['Leaves', 'Roots', 'The `bark` of it'].map((title, at) => {
			return { pointer: `E${at + 1}`, title, source: `tea.md:${at + 1}`, passage_sha256: 'ab' };
		});
		const page = answered('Green. [E1 | Leaves | line 7] `[E2]` Brown. [E3 | The `bark` of it | line 3]', {
			meta: { evidence },
		});
		expect(page).toContain('Green. [^1-E1] `[E2]` Brown. [^1-E3]\n');
		expect(page).toContain('[^1-E1]: Leaves, tea.md:7\n');
		expect(answered('Your documents do not answer this.', { meta: { evidence } })).not.toContain('[^1-E');
	});

	test('tags are text, but for code', () => {
		const page = answered('<script>x</script> a < b `<b>` &amp;\n```html\n<i>\n```\n<!-- c -->');
		expect(page).toContain('&lt;script>x&lt;/script> a < b `<b>` &amp;amp;\n```html\n<i>\n```\n&lt;!-- c -->');
	});

	test('a fence that was left open ends with its answer', () => {
		expect(answered('````\n```\nopen')).toContain('````\n```\nopen\n````\n');
	});

	test('a question cannot begin a heading of its own', () => {
		world = memoryWorld();
		const { bates } = ask(world.forest, world.forest.begin(), '# not [a](b) `heading`\n## nor this\n---');
		const page = text({ path: bates }, 'md');
		expect(headings(page)).toEqual(['\\# not \\[a\\](b) \\`heading\\`']);
		expect(page).toContain('> ## nor this\n> ---');
	});
});

describe('the page', () => {
	test('needs nothing else, and says so', () => {
		const page = text({ sid: planted.sid }, 'html');
		expect(page).toContain("default-src 'none'");
		expect(page).not.toMatch(/<(?:link|img|iframe|object)\b|@import|url\(|src=/);
		expect(page.match(/<article /g)).toHaveLength(6);
		expect(page).toContain('id="t3" data-above="2"');
	});

	test('renders Markdown, and nothing in it acts', () => {
		const { bates } = ask(world.forest, planted.sid, '<b>bold</b> & "quoted"', {
			answer_text:
				'**strong** <script>alert(1)</script> [go](javascript:alert(2)) [ok](https://example.com/?a="b) ![pic](http://x/y.png)\n\n<img src=x onerror=alert(3)>',
		});
		const page = text({ path: bates }, 'html');
		expect(page).toContain('&#60;b&#62;bold&#60;/b&#62; &#38; &#34;quoted&#34;');
		expect(page).toContain('<strong>strong</strong>');
		expect(page).toContain('href="https://example.com/');
		expect(page).not.toMatch(/href="javascript|<img|alert\(1\)<\/script>/);
		expect(page.match(/<script>/g)).toHaveLength(1);
	});

	test('shows the numbers of its sources, and no other source', () => {
		const evidence = ['Leaves [draft]', 'Roots'].map((title, at) => {
			return { pointer: `E${at + 1}`, title, source: 'tea.md:1', passage_sha256: 'ab' };
		});
		const answer_text = '“It is green.”\n[E1 | Leaves [draft\\] | line 3] \\[E1] [E9]';
		const { bates } = ask(world.forest, world.forest.begin(), 'which leaf', { answer_text, meta: { evidence } });
		const page = text({ path: bates }, 'html');
		expect(page).toContain('“It is green.”\n<sup><a href="#t1-E1">1</a></sup> [E1] [E9]');
		expect(page).toContain('<li id="t1-E1"><b>1</b> Leaves [draft] · tea.md:3</li></ul>');
	});

	test('an answer that is nested without end is shown as it is', () => {
		const { bates } = ask(world.forest, planted.sid, 'deep', { answer_text: '>'.repeat(50_000) });
		expect(text({ path: bates }, 'html')).toContain('<article');
	});

	test('its own script is right JavaScript, and the one that its policy names', () => {
		const page = text({ sid: planted.sid }, 'html');
		const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(page) ?? [];
		const sha256 = createHash('sha256').update(script).digest('base64');
		expect(page).toContain(`script-src 'sha256-${sha256}'`);
		const file = join(tempFolder(), 'page.js');
		writeFileSync(file, script);
		execFileSync(process.execPath, ['--check', file]);
	});
});

test.each(HOSTILE)('a text that $does does it in no format', ({ text: said }) => {
	world = memoryWorld();
	const sid = world.forest.begin();
	const { bates } = ask(world.forest, sid, `${said} asked`, { answer_text: said });
	for (const format of ['md', 'html', 'json', 'jsonl', 'bundle'] as const) {
		for (const of of [{ branch: bates }, { sid }]) {
			const page = text(of, format);
			expect(display(page)).toBe(page);
		}
	}
	expect(JSON.parse(text({ sid }, 'json')).turns[0].answer_text).toBe(world.forest.turn(bates)?.answer_text);
});

test('a chain of 3,000 ends, in every format', () => {
	world = memoryWorld({ step: 1 });
	const sid = world.forest.begin();
	world.forest.import({
		new_sid: sid,
		source: { tool: 'test', file_sha256: 'ab'.repeat(32) },
		created_at: '2025-01-01T00:00:00.000Z',
		turns: Array.from({ length: 3000 }, (_, index) => ({
			id: `${index}`,
			parent: index === 0 ? null : index - 1,
			question: `question ${index}`,
			answer_text: 'yes',
			created_at: '2025-01-01T00:00:00.000Z',
		})),
	});
	for (const format of ['md', 'html', 'json', 'jsonl', 'bundle'] as const)
		expect(text({ sid }, format)).toContain('question 2999');
});
