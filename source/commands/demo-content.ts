/** Documents and questions of `arborist demo`: a few notes on the care of trees, and the sessions that ask about them. */

export const DEMO_DOCUMENTS: Readonly<Record<string, string>> = {
	'pruning.md': `# Pruning

## When to prune
Most deciduous trees are pruned in late winter, while they are dormant and before the buds swell. Cherries and plums are the exception: they are pruned in dry summer weather, because silver leaf disease enters through winter wounds. Dead, broken or diseased branches may be removed in any month. Oaks are left alone from April to July where oak wilt is known.

## How to cut
A branch is cut just outside the branch collar, the swollen ring where it meets the trunk. A cut flush with the trunk removes the collar and the wound closes slowly. A heavy branch takes three cuts: an undercut a hand's width from the trunk, a top cut a little further out, and a last cut at the collar. Wound paint does not help: it holds moisture and slows the tree's own closing of the wound.

## How much
No more than a quarter of the living crown is removed in one year. Young trees recover faster than old ones. Topping, which cuts the leader back to a stub, starves the tree and invites decay.
`,
	'planting.md': `# Planting a tree

## The hole
The hole is dug three times as wide as the root ball and no deeper. The root flare, where the trunk widens into the roots, must stand at or just above the soil. Planting too deep is the commonest cause of death in young trees. The soil that came out goes back in unimproved, so that the roots grow outwards.

## The first years
A newly planted tree needs about twenty litres of water a week during its first two summers. A ring of mulch eight centimetres deep keeps the soil moist, but it must not touch the bark. Stakes are removed after one year, since a trunk that never moves stays weak.
`,
	'diseases.md': `# Diseases

## Ash dieback
Ash dieback is caused by the fungus Hymenoscyphus fraxineus. Leaves wilt and blacken in July, and diamond-shaped lesions appear where twigs join the stem. Between one and five percent of ash trees tolerate the disease. An infected ash beside a road becomes brittle and should be felled before it is too dangerous to climb.

## Silver leaf
Silver leaf is caused by the fungus Chondrostereum purpureum. It enters plum, cherry and apple trees through fresh wounds in wet weather. The leaves take on a silvery sheen, and a brown stain shows in the cut wood. Infected branches are cut back to clean wood in summer and burned.

## Oak wilt
Oak wilt spreads through root grafts and by sap beetles, which are drawn to fresh wounds from April to July. Red oaks die within a few weeks, while white oaks may live for years.
`,
	'merkle-trees.md': `# Merkle trees

## What they are
A Merkle tree is a tree of hashes. Each leaf is the hash of a piece of data, and each inner node is the hash of its children. Ralph Merkle patented the idea in 1979. Whoever holds the root can check any leaf with a number of hashes that grows with the logarithm of the size of the tree.

## Second preimages
Without a mark that tells leaves from inner nodes, an inner node could be passed off as a leaf. RFC 6962 puts the byte 0x00 before a leaf and 0x01 before an inner node to prevent this. Arborist puts 0x00 before a leaf and 0x03 before a pair.

## Where they are used
Git names every commit by a hash that covers its whole history. Certificate Transparency keeps every certificate in an append-only Merkle tree, so that a log cannot hide one later.
`,
};

interface DemoTurn {
	/** A name for other rows to hang under. */
	as: string;
	/** The session that asks; made with its first row. */
	session: string;
	/** The row it is asked under; the session's root when not given. */
	under?: string;
	question: string;
	label?: string;
}

export const DEMO_TURNS: readonly DemoTurn[] = [
	{ as: 'when', session: 'the old cherry', question: 'When should I prune a cherry tree?' },
	{
		as: 'why',
		session: 'the old cherry',
		under: 'when',
		question: 'Which disease enters through winter wounds?',
		label: 'silver leaf',
	},
	{ as: 'signs', session: 'the old cherry', under: 'why', question: 'How do I recognise silver leaf?' },
	{ as: 'treat', session: 'the old cherry', under: 'signs', question: 'What is done with infected branches?' },
	{ as: 'cut', session: 'the old cherry', under: 'when', question: 'Where exactly is a branch cut?', label: 'the cut' },
	{ as: 'paint', session: 'the old cherry', under: 'cut', question: 'Does wound paint help?' },
	{ as: 'heavy', session: 'the old cherry', under: 'cut', question: 'How many cuts does a heavy branch take?' },
	{ as: 'much', session: 'the old cherry', under: 'when', question: 'How much of the crown may be removed in a year?' },
	{ as: 'hole', session: 'a new oak', question: 'How wide is the hole for a new tree?' },
	{ as: 'deep', session: 'a new oak', under: 'hole', question: 'What is the commonest cause of death in young trees?' },
	{ as: 'water', session: 'a new oak', under: 'hole', question: 'How much water does a newly planted tree need?' },
	{ as: 'price', session: 'a new oak', under: 'water', question: 'What does a litre of water cost in Lisbon?' },
	{ as: 'wilt', session: 'a new oak', under: 'much', question: 'When are oaks left alone?' },
	{ as: 'merkle', session: 'hashes for tree people', question: 'What is a Merkle tree?', label: 'merkle' },
	{
		as: 'mark',
		session: 'hashes for tree people',
		under: 'merkle',
		question: 'Why is a leaf marked apart from an inner node?',
	},
	{ as: 'git', session: 'hashes for tree people', under: 'merkle', question: 'How does Git name a commit?' },
];
