import { writeFileSync } from 'node:fs';
import { auditFigures } from './audit.bench.ts';
import { type Figure, meetsBar, ratioOf } from './figure.ts';
import { IMPORT_ALONE, importAlone, intakeFigures } from './intake.bench.ts';
import { queryFigures } from './query.bench.ts';
import { addingFigures, castFigures, crowdedFigures, xquadFigures } from './retrieval.bench.ts';
import { screenFigures } from './screen.bench.ts';
import { startFigures } from './start.bench.ts';
import { storeFigures } from './store.bench.ts';

// npm run bench [-- --json FILE] [--only NAME]. Prints figures; nothing is gated on time.

/** Each part makes its figures by itself; one that lacks its data gives none. */
const PARTS: Record<string, () => Figure[] | Promise<Figure[]>> = {
	start: startFigures,
	store: () => storeFigures(),
	query: queryFigures,
	intake: () => intakeFigures(),
	adding: addingFigures,
	xquad: xquadFigures,
	crowd: crowdedFigures,
	follow: castFigures,
	audit: auditFigures,
	screen: () => screenFigures(),
};

const HEADS = ['figure', 'value', 'reference', 'ratio', 'bar', ''];

function number(value: number): string {
	return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

function cells(figure: Figure): string[] {
	const { name, value, unit, reference, bar, note } = figure;
	const ratio = ratioOf(figure);
	const met = meetsBar(figure);
	return [
		name,
		`${number(value)} ${unit}`,
		reference ? `${number(reference.value)} (${reference.what})` : '',
		ratio === undefined ? '' : number(ratio),
		bar ? `${bar.at === 'most' ? '≤' : '≥'} ${bar.value}${met ? '' : ' MISSED'}` : '',
		note ?? '',
	];
}

function table(figures: readonly Figure[]): string {
	const rows = [HEADS, ...figures.map(cells)];
	const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
	const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] as number)).join('  ');
	return rows.map((row) => line(row).trimEnd()).join('\n');
}

function option(name: string): string | undefined {
	const at = process.argv.indexOf(name);
	return at === -1 ? undefined : process.argv[at + 1];
}

async function main(): Promise<void> {
	const alone = process.argv.indexOf(IMPORT_ALONE);
	if (alone !== -1) return importAlone(process.argv[alone + 1] as string, process.argv[alone + 2] as string);
	const only = option('--only');
	const figures: Figure[] = [];
	for (const [name, part] of Object.entries(PARTS)) {
		if (only === undefined || only === name) figures.push(...(await part()));
	}
	process.stdout.write(`${table(figures)}\n`);
	const file = option('--json');
	if (file !== undefined) {
		const told = figures.map((figure) => ({ ...figure, ratio: ratioOf(figure), met: meetsBar(figure) }));
		writeFileSync(file, `${JSON.stringify(told, null, 2)}\n`);
	}
}

await main();
