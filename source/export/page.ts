// What an HTML page carries beside its text: its looks, and what happens on it. Nothing is fetched from anywhere.

/** Forks beyond are not set in any further. */
export const DEEPEST_LEVEL = 12;

const LEVELS = Array.from(
	{ length: DEEPEST_LEVEL },
	(_, level) => `[data-level="${level + 1}"] { --level: ${level + 1}; }`,
).join('\n');

export const STYLE = `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #22241f; --soft: #6b6d64; --line: #e2dfd6; --leaf: #3f7d4e; --card: #fff; --code: #f2f0ea; --serif: 'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, serif; --sans: system-ui, -apple-system, 'Segoe UI', sans-serif; }
@media (prefers-color-scheme: dark) { :root { --paper: #1a1c19; --ink: #e6e4dc; --soft: #9c9d93; --line: #33362f; --leaf: #86c795; --card: #20231f; --code: #2a2d28; } }
* { box-sizing: border-box; --level: 0; }
${LEVELS}
html { scroll-behavior: smooth; scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.62 var(--serif); }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: center; padding: .7rem 1.4rem; background: var(--paper); border-bottom: 1px solid var(--line); }
header div { flex: 1 1 24rem; min-width: 0; }
header h1 { margin: 0; font-size: 1.15rem; line-height: 1.3; overflow-wrap: anywhere; }
header p { margin: 0; font: .78rem/1.4 var(--sans); color: var(--soft); overflow-wrap: anywhere; }
input, button { font: .85rem/1.2 var(--sans); color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .45rem .7rem; }
input { width: 15rem; max-width: 100%; }
button { cursor: pointer; }
button:hover, input:focus { border-color: var(--leaf); outline: none; }
.columns { display: grid; grid-template-columns: minmax(13rem, 19rem) minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
nav { position: sticky; top: 3.9rem; height: calc(100vh - 3.9rem); overflow: auto; padding: 1.2rem .6rem 3rem 1.4rem; font: .84rem/1.4 var(--sans); border-right: 1px solid var(--line); }
nav a { display: block; padding: .22rem .5rem .22rem calc(.5rem + var(--level) * .9rem); color: var(--soft); text-decoration: none; border-radius: .35rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
nav a:hover, nav a.here { color: var(--ink); background: var(--code); }
nav a.fork::before { content: '▾ '; color: var(--leaf); }
main { padding: 1.4rem clamp(1rem, 4vw, 3.2rem) 40vh; max-width: 54rem; }
article { margin: 0 0 1.1rem calc(var(--level) * 1.1rem); padding: 1.1rem 1.4rem 1.2rem; background: var(--card); border: 1px solid var(--line); border-radius: .8rem; }
article.branch { border-left: 3px solid var(--leaf); }
h2 { margin: 0; font-size: 1.12rem; line-height: 1.4; overflow-wrap: anywhere; white-space: pre-wrap; }
h2 a { color: var(--leaf); text-decoration: none; font: .8rem var(--sans); margin-right: .6rem; }
.facts { margin: .35rem 0 .8rem; font: .76rem/1.5 var(--sans); color: var(--soft); overflow-wrap: anywhere; }
.facts b { color: var(--leaf); font-weight: 600; }
.facts a { color: inherit; }
.answer { overflow-wrap: anywhere; }
.answer > :first-child { margin-top: 0; } .answer > :last-child { margin-bottom: 0; }
.answer h1, .answer h2, .answer h3 { font-size: 1.05rem; margin: 1.2em 0 .4em; }
pre { overflow: auto; padding: .8rem 1rem; background: var(--code); border-radius: .5rem; font-size: .82rem; line-height: 1.5; }
code { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: .86em; background: var(--code); border-radius: .25rem; padding: .1em .3em; }
pre code { padding: 0; font-size: 1em; }
table { border-collapse: collapse; display: block; overflow: auto; } th, td { border: 1px solid var(--line); padding: .3rem .7rem; text-align: left; }
blockquote { margin: 0 0 1em; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
sup { font: .7em/1 var(--sans); } sup a { text-decoration: none; }
.sources { margin: .9rem 0 0; padding: .7rem 0 0; list-style: none; border-top: 1px solid var(--line); font: .8rem/1.5 var(--sans); color: var(--soft); }
.fold { float: right; margin-left: .8rem; padding: .2rem .55rem; font-size: .75rem; color: var(--soft); }
.hidden { display: none; }
a { color: var(--leaf); }
@media (max-width: 52rem) { .columns { display: block; } nav { display: none; } article { margin-left: calc(min(var(--level), 4) * .5rem); padding: .9rem 1rem; } }
@media print { header input, header button, nav, .fold { display: none; } .columns { display: block; } article { break-inside: avoid; } }
`;

export const SCRIPT = `
'use strict';
const articles = [...document.querySelectorAll('article')];
const links = [...document.querySelectorAll('nav a')];
const above = articles.map((article) => Number(article.dataset.above) - 1);
const folded = new Set();
let wanted = null;
const count = document.querySelector('#count');
function draw() {
	const gone = [];
	let shown = 0;
	articles.forEach((article, index) => {
		const up = above[index];
		gone[index] = up >= 0 && (gone[up] || folded.has(up));
		const hide = wanted === null ? gone[index] : !wanted.has(index);
		article.classList.toggle('hidden', hide);
		links[index].classList.toggle('hidden', hide);
		if (!hide) shown++;
		const fold = article.querySelector('.fold');
		if (fold) fold.textContent = folded.has(index) ? 'unfold' : 'fold';
	});
	count.textContent = shown === articles.length ? '' : shown + ' of ' + articles.length;
}
document.querySelector('main').addEventListener('click', (event) => {
	if (!event.target.classList.contains('fold')) return;
	const index = articles.indexOf(event.target.closest('article'));
	if (!folded.delete(index)) folded.add(index);
	draw();
});
const all = document.querySelector('#all');
all.addEventListener('click', () => {
	const open = folded.size > 0;
	folded.clear();
	if (!open) articles.forEach((article, index) => { if (article.querySelector('.fold')) folded.add(index); });
	all.textContent = open ? 'fold all' : 'unfold all';
	draw();
});
const search = document.querySelector('#search');
search.addEventListener('input', () => {
	const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
	wanted = words.length === 0 ? null : new Set();
	if (wanted) articles.forEach((article, index) => {
		const text = article.textContent.toLowerCase();
		if (words.every((word) => text.includes(word))) wanted.add(index);
	});
	draw();
});
document.addEventListener('keydown', (event) => {
	if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
	if (event.key === 'Escape') { search.value = ''; search.dispatchEvent(new Event('input')); search.blur(); }
});
if ('IntersectionObserver' in globalThis) {
	const watch = new IntersectionObserver((seen) => {
		for (const { target, isIntersecting } of seen) links[articles.indexOf(target)].classList.toggle('here', isIntersecting);
	}, { rootMargin: '-20% 0px -70% 0px' });
	for (const article of articles) watch.observe(article);
}
`;
