import { expect, test } from 'vitest';
import { parseConfig } from '../../source/config/config.ts';
import { endpoint } from '../../source/config/profile.ts';

const EXAMPLE = `
[answer]
engine = "qwen"
keep_stopped = false

[engine.qwen]
protocol = "ollama"
model = "qwen3:8b"
context = 16384

[engine.hermes]
base_url = "https://openrouter.ai/api/v1"
model = "nousresearch/hermes-4-70b"
key_env = "OPENROUTER_API_KEY"
temperature = 0.2
price_input = 0.13
price_output = 0.4
`;

test('profiles with their lines, and what is usual for the rest', () => {
	const { answer, engine, problems } = parseConfig(EXAMPLE);
	expect(problems).toEqual([]);
	expect(answer).toMatchObject({ engine: 'qwen', history: true, keep_stopped: false });
	const [qwen, hermes] = engine;
	expect(qwen?.profile).toEqual({
		name: 'qwen',
		protocol: 'ollama',
		base_url: 'http://127.0.0.1:11434',
		model: 'qwen3:8b',
		context: 16384,
		max_tokens: 1024,
		first_token_timeout: 120,
		idle_timeout: 60,
	});
	expect(qwen?.lines.get('context')).toBe(9);
	expect(hermes?.profile).toMatchObject({
		protocol: 'openai',
		key: { env: 'OPENROUTER_API_KEY' },
		temperature: 0.2,
		price_output: 0.4,
	});
});

test('a window that is small leaves half of it to the question', () => {
	expect(parseConfig('[engine.tiny]\nmodel = "t"\ncontext = 1000').engine[0]?.profile.max_tokens).toBe(500);
});

test('what cannot be is told with its line, and the rest works', () => {
	const { engine, problems } = parseConfig(`
[answer]
engin = "x"
history = "no"
[engine]
qwen = "x"
[engine.ollama]
model = "m"
[engine.mine]
model = 3
contxt = 8
context = -1
protocol = "grpc"
key_env = "A"
key_file = "~/b"
`);
	expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
		'3: There is no setting “engin” of answers. Did you mean “engine”?',
		'4: “history” is true or false.',
		'6: An engine is a section of its own: [engine.qwen], its settings below.',
		'8: “ollama” is the name of something else; call this engine by another name.',
		'10: “model” is a text in quotes.',
		'11: An engine has no setting “contxt”. Did you mean “context”?',
		'12: “context” is a whole number, 512 or more.',
		'13: “protocol” is one of "openai", "ollama", "anthropic".',
		'15: A key comes from one place: key_env or key_file.',
	]);
	expect(engine.map(({ profile }) => [profile.name, profile.model])).toEqual([['mine', '']]);
});

test.each([
	['http://127.0.0.1:8080/v1/', 'http://127.0.0.1:8080/v1/chat'],
	['http://localhost:8080', 'http://localhost:8080/chat'],
	['http://[::1]:8080/v1', 'http://[::1]:8080/v1/chat'],
	['https://api.example.com/v1?api-version=2#x', 'https://api.example.com/v1/chat?api-version=2'],
])('%s is asked at %s', (base_url, at) => {
	expect(endpoint({ name: 'x', base_url }, '/chat').href).toBe(at);
});

test.each([
	['http://api.example.com/v1', 'not encrypted'],
	['http://127.0.0.1.example.com/v1', 'not encrypted'],
	['http://localhost.example.com/v1', 'not encrypted'],
	['ftp://127.0.0.1/', 'not encrypted'],
	['https://me:secret@example.com/', 'a user or a password'],
	['example.com', 'is none'],
	['', 'is none'],
])('%s is refused: %s', (base_url, why) => {
	expect(() => endpoint({ name: 'x', base_url }, '/chat')).toThrow(why);
});
