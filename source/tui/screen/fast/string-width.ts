/** Stands in for `string-width` 8 inside the bundle: the same answers, without a segmenter for ordinary text. */
import original, { type Options } from 'string-width';
import { width } from '../width.ts';

export default function stringWidth(text: string, options?: Options): number {
	return options === undefined && typeof text === 'string' ? width(text) : original(text, options);
}
