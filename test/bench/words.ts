// Text with the shape of real text: few words stand everywhere and most are rare (Zipf's law), a turn is about a
// kilobyte, and one in twelve speaks Chinese.

const OPEN = 'the of and to in a is that for it as was with be by on not he his but at are this have from'.split(' ');
const STARTS = 'b br c ch cl d dr f fl g gr h j k l m n p pr qu r s sh sl st t th tr v w z'.split(' ');
const MIDDLES = 'a e i o u ai ea ee io oa ou'.split(' ');
const ENDS = 'b ck d g l ll m n nd ng nt p r rd rn s sh ss st t th x'.split(' ');
const CHINESE =
	'蜘蛛 森林 茶叶 数据 问题 答案 时间 城市 学习 语言 历史 音乐 山水 天气 河流 月亮 太阳 朋友 老师 书本'.split(' ');
const VOCABULARY = 30_000;

/** In one turn in a thousand or so. */
export const RARE = 'zygomorph';
/** In all but every turn. */
export const COMMON = 'the';

export interface Writer {
	question(): string;
	answer(words: number): string;
	title(): string;
}

export function writer(random: () => number): Writer {
	const from = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item;
	const syllable = () => from(STARTS) + from(MIDDLES) + from(ENDS);
	const vocabulary = [...OPEN];
	while (vocabulary.length < VOCABULARY) vocabulary.push(syllable() + (vocabulary.length > 500 ? syllable() : ''));
	// Even over the logarithm of the rank: the chance of a word is one over its rank.
	const word = () => vocabulary[Math.floor(Math.exp(random() * Math.log(VOCABULARY))) - 1] as string;
	const words = (count: number) => Array.from({ length: count }, word).join(' ');
	return {
		question: () => `what ${words(7)}?`,
		title: () => `${words(2)}.md`,
		answer(count) {
			const parts: string[] = [];
			for (let left = count; left > 0; left -= 15) parts.push(`${words(Math.min(left, 15))}.`);
			if (random() < 0.001) parts.push(`A ${RARE} appears.`);
			if (random() < 1 / 12) parts.push(`${Array.from({ length: 12 }, () => from(CHINESE)).join('')}。`);
			return parts.join(' ');
		},
	};
}
