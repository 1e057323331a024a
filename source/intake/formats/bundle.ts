import { isObject, member } from '../../json.ts';
import type { BundleLine } from '../../store/bundle.ts';
import type { NodeRow, Session } from '../../store/types.ts';
import { faultOf } from '../bundle-check.ts';
import { type Format, someValue } from '../format.ts';
import { count } from '../report.ts';
import { BundleRows } from './bundle-rows.ts';

// This program's own bundles: turns of another shard, with their hashes. Whole sessions keep their ids, and so their roots.

export const bundle: Format = {
	tool: 'arborist',
	title: 'Arborist bundle',
	accepts: (content) => someValue(content, (value) => isObject(member(value, 'bundle'))),
	async *read() {},
	async land(forest, source, file_sha256, report, write) {
		const fault = await faultOf(source);
		if (fault !== null) {
			report.refused = fault;
			return;
		}
		const rows = new BundleRows(forest, file_sha256, report);
		let session: Session | undefined;
		let nodes: NodeRow[] = [];
		let whole = false;
		const flush = async () => {
			await write(() => rows.take(nodes, session));
			nodes = [];
		};
		for await (const { value } of source.values()) {
			const line = value as BundleLine;
			report.records++;
			if ('node' in line) {
				if (!whole && nodes.length > 0 && nodes[0]?.sid !== line.node.sid) await flush();
				nodes.push(line.node);
				continue;
			}
			count(report.skipped, 'event' in line ? 'event' : 'header');
			if ('bundle' in line) whole = line.bundle.whole;
			if ('session' in line || 'event' in line || 'end' in line) await flush();
			session = 'session' in line ? line.session : undefined;
		}
		await flush();
		await write(() => rows.finish());
	},
};
