import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stem } from '../../source/library/porter.ts';
import { contentWords, countWords, indexText, stems, words } from '../../source/library/words.ts';
import { openSqlite } from '../../source/sqlite.ts';

/** The terms that FTS5 itself makes of a text. */
function termsOfIndex(text: string): string[] {
	const db = openSqlite(':memory:');
	db.exec("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'porter unicode61 remove_diacritics 2')");
	db.exec('CREATE VIRTUAL TABLE v USING fts5vocab(t, row)');
	db.prepare('INSERT INTO t VALUES (?)').run(text);
	const terms = db.prepare<[], string>('SELECT term FROM v ORDER BY term').pluck().all();
	db.close();
	return terms;
}

const ENGLISH = `Relational conditional valency hesitancy digitizer conformably radically differently vilely analogously
	vietnamization predication operator feudalism decisiveness hopefulness callousness formality sensitivity sensibility
	triplicate formative formalize electricity electrical hopeful goodness revival allowance inference airliner gyroscopic
	adjustable defensible irritant replacement adjustment dependent adoption homologous communism activate angularity
	effective bowdlerize probate rate cease controlling rolling agreed plastered bled motoring sing conflated troubled sized
	hopping tanned falling hissing fizzed failing filing happy sky ponies ties caress cats feed skies dying yes yellow syzygy
	2000s 1990s archaeology geology`;

it('stems every word as the index does', () => {
	expect([...new Set(stems(ENGLISH))].sort()).toEqual(termsOfIndex(ENGLISH));
});

it('stems made-up words as the index does', () => {
	const word = fc.stringMatching(/^[a-y]{1,12}(?:ing|ed|ly|ness|ational|s|ies|eed|y|e|ll|ion|ement)?$/);
	fc.assert(
		fc.property(word, (made) => {
			expect([stem(made)]).toEqual(termsOfIndex(made));
		}),
		{ numRuns: 300 },
	);
});

it('folds case and accents, as in "Café Müller"', () => {
	expect(words('Café MÜLLER')).toEqual(['cafe', 'muller']);
});

it('keeps the words that carry the subject, or all when none does', () => {
	expect(contentWords('Who created the Spider-Man?')).toEqual(['created', 'spider', 'man']);
	expect(contentWords('who is it')).toEqual(['who', 'is', 'it']);
});

it('takes Chinese and Japanese apart into pairs of characters', () => {
	expect(indexText('蜘蛛侠的网')).toBe(' 蜘蛛 蛛侠 侠的 的网 ');
	expect(words('東京タワー and 山')).toEqual(['東京', '京タ', 'タワ', 'ワー', 'and', '山']);
});

it('counts two characters of unspaced script as a word', () => {
	expect(countWords('two words')).toBe(2);
	expect(countWords('蜘蛛侠的网 web')).toBe(4);
});
