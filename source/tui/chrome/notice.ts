import { displayLine } from '../../text.ts';
import type { Look } from '../look.ts';
import { clipToWidth, wrap } from '../screen/fit.ts';
import { inSet } from '../screen/marks.ts';
import type { Notice } from '../state.ts';

/** What a notice's text stands after: a space, and its mark where it has one. */
const INDENT = { plain: 1, good: 3, bad: 3 } as const;

/** Longer than this nothing is told. Characters. */
const LONGEST = 2000;

/** The rows of a notice, without its mark. */
export function noticeLines({ text, tone }: Notice, columns: number): string[] {
	return wrap(displayLine(text.slice(0, LONGEST)), columns - INDENT[tone] - 1);
}

export function paintNotice({ theme, marks }: Look, notice: Notice, width: number, height: number): string[] {
	const { tone } = notice;
	const style = tone === 'plain' ? theme.bright : theme[tone];
	const mark = { plain: ' ', good: ` ${marks.good} `, bad: ` ${marks.alert} ` }[tone];
	const lines = noticeLines(notice, width);
	const shown = lines.slice(0, height);
	const drawn = shown.map((line, row) => {
		const whole = row === height - 1 && lines.length > height ? `${line} ${marks.cut}` : line;
		return style(clipToWidth(`${row === 0 ? mark : ' '.repeat(mark.length)}${whole}`, width, marks.cut));
	});
	return inSet(drawn, marks);
}
