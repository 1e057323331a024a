import { Box, Text } from 'ink';
import { Component, type ReactNode } from 'react';
import { displayLine } from '../text.ts';
import { troubleText } from './trouble.ts';

interface BoundaryProps {
	readonly subscribe: (listener: () => void) => () => void;
	readonly children: ReactNode;
}

/** What cannot be drawn, of a damaged shard say, is told in its place; the next key, or the next change, tries again. */
export class Boundary extends Component<BoundaryProps, { trouble: string | null }> {
	override state = { trouble: null };
	#unsubscribe: (() => void) | undefined;

	static getDerivedStateFromError(error: unknown): { trouble: string } {
		return { trouble: displayLine(troubleText(error)) };
	}

	override componentDidMount(): void {
		this.#unsubscribe = this.props.subscribe(() => {
			if (this.state.trouble !== null) this.setState({ trouble: null });
		});
	}

	override componentWillUnmount(): void {
		this.#unsubscribe?.();
	}

	override render(): ReactNode {
		if (this.state.trouble === null) return this.props.children;
		return (
			<Box padding={1} flexDirection="column">
				<Text>{this.state.trouble}</Text>
				<Text> </Text>
				<Text>What was written is kept. Any key tries again; ctrl-c twice quits.</Text>
			</Box>
		);
	}
}
