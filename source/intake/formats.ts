import type { Content } from './content.ts';
import type { Format } from './format.ts';
import { aichat } from './formats/aichat.ts';
import { bundle } from './formats/bundle.ts';
import { chatgpt } from './formats/chatgpt.ts';
import { claudeAi } from './formats/claude-ai.ts';
import { claudeCode, qwenCode } from './formats/claude-code.ts';
import { codex } from './formats/codex.ts';
import { dsh } from './formats/dsh.ts';
import { earlier } from './formats/earlier.ts';
import { gemini } from './formats/gemini.ts';
import { librechat } from './formats/librechat.ts';
import { llm } from './formats/llm.ts';
import { messages } from './formats/messages.ts';
import { openWebui } from './formats/open-webui.ts';
import { opencode } from './formats/opencode.ts';
import { pi } from './formats/pi.ts';

/** Every history that is read; the first that knows a file's content for its own reads it. */
const FORMATS: readonly Format[] = [
	bundle,
	chatgpt,
	claudeAi,
	openWebui,
	librechat,
	codex,
	qwenCode,
	claudeCode,
	gemini,
	pi,
	dsh,
	opencode,
	earlier,
	llm,
	aichat,
	messages,
];

export function formatOf(content: Content): Format | undefined {
	return FORMATS.find((format) => format.accepts(content));
}
