import { Component, type ReactNode } from 'react';
import { displayLine } from '../text.ts';
import { wrap } from './screen/fit.ts';
import { Painted } from './screen/painted.tsx';
import { troubleText } from './trouble.ts';

interface BoundaryProps {
	readonly subscribe: (listener: () => void) => () => void;
	/** The rows that were drawn last, and the size of the screen. */
	readonly screen: { readonly drawn: readonly string[]; readonly columns: number; readonly rows: number };
	/** The key that quits from anywhere, if there is one. */
	readonly quitKey: string | undefined;
	readonly children: ReactNode;
}

/**
 * What cannot be drawn, of a shard that is damaged or that another program has changed, is told below what was drawn last;
 * the next key, or the next change, tries again.
 */
export class Boundary extends Component<BoundaryProps, { trouble: string | null }> {
	override state = { trouble: null };
	#kept: readonly string[] | null = null;
	#unsubscribe: (() => void) | undefined;

	static getDerivedStateFromError(error: unknown): { trouble: string } {
		return { trouble: displayLine(troubleText(error)) };
	}

	override componentDidMount(): void {
		this.#unsubscribe = this.props.subscribe(() => {
			if (this.state.trouble !== null) this.setState({ trouble: null });
		});
	}

	override componentDidUpdate(): void {
		if (this.state.trouble === null) this.#kept = null;
	}

	override componentWillUnmount(): void {
		this.#unsubscribe?.();
	}

	override render(): ReactNode {
		const { trouble } = this.state;
		if (trouble === null) return this.props.children;
		const { screen, quitKey } = this.props;
		const { drawn, columns, rows } = screen;
		this.#kept ??= drawn;
		const state = { kept: this.#kept, trouble, quitKey };
		return <Painted state={state} width={columns} height={rows} paint={paintTrouble} />;
	}
}

interface Trouble {
	readonly kept: readonly string[];
	readonly trouble: string;
	readonly quitKey: string | undefined;
}

function paintTrouble({ kept, trouble, quitKey }: Trouble, width: number, height: number) {
	const quits = quitKey === undefined ? '' : `; ${quitKey} quits`;
	const text = `! ${trouble} What was written is kept. Any key tries again${quits}.`;
	const told = wrap(text, width).slice(0, height);
	const above = Array.from({ length: height - told.length }, (_, row) => kept[row] ?? '');
	return [...above, ...told];
}
