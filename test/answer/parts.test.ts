import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ancestor, retrievalWords } from '../../source/answer/carry.ts';
import { claimsOf, withoutPointers } from '../../source/answer/claims.ts';
import { demoted } from '../../source/answer/demotion.ts';
import { expectedKind, holds } from '../../source/answer/expected.ts';
import { foldQuestion } from '../../source/answer/key.ts';
import { pointer, pointersIn, quotation } from '../../source/pointer.ts';

describe('a pointer', () => {
	it('reads back as the title and the place it was made from, whatever they are', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (title, where) => {
				const made = pointer('E3', title, where);
				const line = (text: string) => text.replace(/\s+/g, ' ');
				expect(pointersIn(`x ${made} y`)).toEqual([
					{ name: 'E3', title: line(title), where: line(where), start: 2, end: 2 + made.length },
				]);
			}),
		);
	});

	it('cannot come out of a quotation', () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom('[', 'E1', ' | ', ']', '\\', 'a', '“', '”')), (pieces) => {
				expect(pointersIn(quotation(pieces.join('')))).toEqual([]);
			}),
		);
	});
});

it('splits an answer into what it claims and what is to prove it', () => {
	const answer = 'One thing [E1][E2]. Another.\n\n“A quote. Of two sentences.”\n[E3 | T | line 1]';
	expect(claimsOf(answer)).toEqual([
		{ sentence: 'One thing', pointers: ['E1', 'E2'] },
		{ sentence: 'Another.', pointers: [] },
		{ sentence: '“A quote. Of two sentences.”', pointers: ['E3'] },
	]);
	expect(withoutPointers('Yes [E1 | T | line 1].')).toBe('Yes .');
});

it('takes questions that differ in form only for the same', () => {
	expect(foldQuestion('  Who created   the Batman ?! ')).toBe(foldQuestion('who created Batman'));
	expect(foldQuestion('???')).not.toBe(foldQuestion('!'));
});

it('knows what kind of answer is asked for', () => {
	expect(
		['When was it?', 'How many are there?', 'Who was it?', 'Where is it?', 'Why?', 'Is it?'].map(expectedKind),
	).toEqual(['date', 'number', 'person', 'place', 'reason', undefined]);
	expect(holds('date', 'It was built in 1889.', new Set())).toBe(true);
	expect(holds('person', 'It was made by Ada.', new Set(['ada']))).toBe(false);
});

describe('a follow-up', () => {
	const path: Ancestor[] = [
		{
			audit_mode: 'STRICT',
			question: 'What is radium?',
			answer_text: '“Radium is a metal found by Curie.”\n[E1 | Radium | line 1]',
			cited_titles: ['Radium'],
		},
		{
			audit_mode: 'IMPORTED',
			question: 'Where was it found?',
			answer_text: '“Curie found radium in pitchblende.”',
			cited_titles: [],
		},
	];
	const lent = retrievalWords('Who paid for it?', path, (word) => word.length);

	it('looks for its own words most, then for those of the answer above, then for the rest of the path', () => {
		const weight = (word: string) => lent.find((term) => term.word === word)?.weight;
		expect(weight('paid')).toBe(3);
		expect(weight('pitchblende')).toBe(2);
		expect(weight('metal')).toBe(1);
		expect(lent.filter(({ carried }) => !carried).map(({ word }) => word)).toEqual(['paid']);
	});

	it('puts a passage the path has quoted behind others on its subject, but not behind another subject', () => {
		const passage = (text: string, score: number) => ({ title: '', text, score });
		const quoted = passage('Curie found radium in pitchblende.', 10);
		const partly = passage('Curie found radium in pitchblende. Radium glows in the dark at night and in the day.', 9);
		const fresh = passage('Radium was paid for by Baron Rothschild.', 8);
		const other = passage('Bread was paid for.', 7);
		expect(demoted([quoted, partly, fresh, other], path, ['radium', 'curie']).map(({ text }) => text)).toEqual([
			fresh.text,
			partly.text,
			quoted.text,
			other.text,
		]);
	});
});
