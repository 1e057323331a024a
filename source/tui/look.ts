import type { Marks } from './screen/marks.ts';
import type { Theme } from './screen/theme.ts';

/** How things look: colours and marks. */
export interface Look {
	readonly theme: Theme;
	readonly marks: Marks;
}
