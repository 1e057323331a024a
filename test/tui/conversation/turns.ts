import type { EvidenceRecord, Turn } from '../../../source/store/types.ts';
import { marksOf } from '../../../source/tui/screen/marks.ts';
import { themeOf } from '../../../source/tui/screen/theme.ts';

export const marks = marksOf({});
export const asciiMarks = marksOf({ TERM: 'dumb' });
export const theme = themeOf(24, true);
export const colourless = themeOf(0, true);

export function turnOf(answer_text: string, more: Partial<Turn> = {}): Turn {
	const seq = more.seq ?? 12;
	return {
		bates: batesOf(seq),
		sid: 's',
		seq,
		parent_bates: seq > 1 ? batesOf(seq - 1) : `s-000000`,
		question: 'who created him?',
		answer_text,
		cache_key: '',
		audit_mode: 'STRICT',
		cited_titles: [],
		n_cited_sources: 0,
		created_at: '2026-01-02T03:04:05.000Z',
		label: null,
		node_hash: `node ${seq}`,
		subtree_hash: `subtree ${seq}`,
		meta: { engine: 'excerpt', finish: 'complete' },
		...more,
	};
}

export function batesOf(seq: number): string {
	return `s-${String(seq).padStart(6, '0')}`;
}

export function evidence(pointer: string, title: string, source: string): EvidenceRecord {
	return { pointer, title, source, passage_sha256: '' };
}

const PRUNING = evidence('E1', 'Pruning › When to prune', '/home/ada/notes/pruning.md:4');
const SILVER = evidence('E4', 'Diseases › Silver leaf', '/home/ada/notes/diseases.md:7');
const proven = (...sentences: string[]) => sentences.map((sentence) => ({ sentence, verdict: 'proven' }));

const CHERRIES =
	'“Cherries and plums are the exception: they are pruned in dry summer weather, because silver leaf disease enters through winter wounds.”';
const FUNGUS = '“Silver leaf is caused by the fungus Chondrostereum purpureum.”';

/** As the excerpt engine answers. */
export const quoted = turnOf(
	`${CHERRIES}\n[E1 | Pruning › When to prune | line 4]\n\n${FUNGUS}\n[E4 | Diseases › Silver leaf | line 7]`,
	{
		seq: 1,
		question: 'When should I prune a cherry tree?',
		meta: {
			engine: 'excerpt',
			finish: 'complete',
			evidence: [PRUNING, SILVER],
			verdicts: proven(CHERRIES, FUNGUS),
		},
	},
);

export const declined = turnOf(
	'Your documents do not answer this. The nearest passages:\n  E1  Pruning › When to prune, line 4\n  E4  Diseases › Silver leaf, line 7',
	{
		seq: 4,
		question: 'What does a litre of water cost in Lisbon, and what did it cost ten years ago?',
		audit_mode: 'UNGROUNDED',
		meta: { engine: 'excerpt', finish: 'complete', evidence: [PRUNING, SILVER], carried: ['water'] },
	},
);

export const hybrid = turnOf(
	'**He** first appeared in Amazing Fantasy #15, dated August 1962. [E1][E12]\n\n' +
		'- The name was Lee’s; the costume was Ditko’s. [E12 | Steve Ditko › Life | line 88]\n' +
		'- Ditko left in 1967. [E12]\n- Many people liked him.\n\nHe was born in 1927. [E7]',
	{
		audit_mode: 'HYBRID',
		meta: {
			engine: 'ollama',
			model: 'llama3.2',
			finish: 'truncated',
			carried: ['spider-man', 'ditko'],
			evidence: [
				evidence('E1', 'Spider-Man › Origins', '/home/ada/notes/spider.md:14'),
				evidence('E12', 'Steve Ditko › Life', '/home/ada/notes/ditko.md:88'),
			],
			verdicts: [
				...proven('**He** first appeared in Amazing Fantasy #15, dated August 1962.'),
				...proven('- The name was Lee’s; the costume was Ditko’s.'),
				{ sentence: '- Ditko left in 1967.', verdict: 'the number 1967 is not in the passage' },
				{ sentence: '- Many people liked him.', verdict: 'points to no passage' },
				{ sentence: 'He was born in 1927.', verdict: 'there is no passage E7' },
			],
		},
	},
);

export const RICH = `# Growing oaks

A **young oak** needs *patience* and \`water\`; see [the guide](https://example.org/oaks) or <https://trees.example>. ~~Wound paint~~ does not help, and a &lt;tag&gt; is text.

## What to do

1. Dig a hole three times as wide as the root ball, and no deeper than the ball itself is high.
2. Put it in:
   - roots outward
   - flare at the soil
     - never below
3. Water it.

- [x] dig
- [ ] water weekly

| tree | pruned in | why |
|:-----|:---------:|----:|
| oak | late winter | oak wilt spreads from April to July |
| cherry | dry summer | silver leaf enters through winter wounds |

> A cut flush with the trunk removes the collar.
>
> > And the wound closes slowly.

\`\`\`ts
// waits for the tree
export async function grow(tree: Tree, years = 100): Promise<string> {
	return \`\${tree.name} after \${years} years\`; // and this line is far too long for any pane
}
\`\`\`

---

<div>HTML is text</div>

| a | b | c | d | e | f | g | h | i | j |
|---|---|---|---|---|---|---|---|---|---|
| Wolverhampton | Northumberland | Huntingdonshire | Gloucestershire | Cambridgeshire | Worcestershire | x | y | z | 樹木 |

A line that was wrapped by hand at some seventy columns, as people do,
goes on.

One
two
`;
