import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';
import { runAdding } from './retrieval/adding.ts';
import { runCast } from './retrieval/cast.ts';
import { runXquad, runXquadLarge } from './retrieval/xquad.ts';

// Retrieval and answers on labelled data, which lies beside the project where it is at all.

const data = (name: string) => fileURLToPath(new URL(`../../../shared/data/${name}`, import.meta.url));
const XQUAD = data('xquad.en.json');
const CAST = data('2022_evaluation_topics_tree_v1.0.json');

/** Packaged documentation, as far as a machine has it. */
const folders = () =>
	['/usr/share/doc', '/usr/share/vim', '/usr/share/cmake-3.25/Help', '/usr/lib/node_modules', '/usr/share/perl'].filter(
		(folder) => existsSync(folder),
	);

const share = (name: string, value: number, at: 'most' | 'least', bar: number, note?: string): Figure => {
	return { name, value, unit: '', bar: { at, value: bar }, ...(note !== undefined && { note }) };
};

export async function addingFigures(): Promise<Figure[]> {
	const found = folders();
	if (found.length === 0) return [];
	const { library_mb_s, bare_mb_s, megabytes, passages } = await runAdding(found);
	return [
		{
			name: 'adding documents',
			value: library_mb_s,
			unit: 'MB/s CPU',
			reference: { what: 'the same files read, the same passages into bare FTS5', value: bare_mb_s },
			bar: { at: 'least', value: 0.5 },
			note: `${megabytes.toFixed(1)} MB, ${passages.toLocaleString('en')} passages`,
		},
	];
}

export async function xquadFigures(): Promise<Figure[]> {
	if (!existsSync(XQUAD)) return [];
	const { told } = await runXquad(XQUAD);
	return [
		share('XQuAD: passage in the first five', told.recall5, 'least', 0.985, `${told.passages} passages`),
		share('XQuAD: gold answer in the first quote', told.first, 'least', 0.82, 'aim .84'),
		share('XQuAD: in the first three quotes', told.three, 'least', 0.94),
		share('XQuAD: declining, AUC', told.auc, 'least', 0.975),
	];
}

export async function crowdedFigures(): Promise<Figure[]> {
	const found = folders();
	if (!existsSync(XQUAD) || found.length === 0) return [];
	const { told } = await runXquadLarge(XQUAD, found);
	const note = `${told.passages.toLocaleString('en')} passages`;
	return [
		share('XQuAD in a crowd: unanswerable answered', told.wronglyAnswered, 'most', 0.08, note),
		share('XQuAD in a crowd: answerable answered', told.answered, 'least', 0.72, note),
	];
}

export async function castFigures(): Promise<Figure[]> {
	if (!existsSync(CAST)) return [];
	const { raw5, carried5, turns } = await runCast(CAST);
	return [
		{
			name: 'CAsT follow-ups: answer in the first five',
			value: carried5,
			unit: '',
			bar: { at: 'least', value: 0.78 },
			note: `raw question ${raw5.toFixed(3)}, ${turns} turns`,
		},
	];
}
