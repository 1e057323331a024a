/** What a new config.toml holds: every section, each line of it waiting to be used. */
export const EXAMPLE = `# Settings of Arborist. Lines that begin with # say nothing;
# \`arborist config\` shows what is in force.

# [answer]
# engine = "qwen"        # what answers; "excerpt" when this is left out
# history = true         # whether the turns above are sent along
# keep_stopped = true    # whether a stopped answer becomes a turn

# [engine.qwen]          # a model of Ollama on this machine
# protocol = "ollama"
# model = "qwen3:8b"
# context = 16384        # asked for as num_ctx

# [engine.hermes]        # any server that speaks one of the protocols
# protocol = "openai"    # or "ollama", or "anthropic"
# base_url = "https://openrouter.ai/api/v1"
# model = "nousresearch/hermes-4-70b"
# context = 65536
# key_env = "OPENROUTER_API_KEY"   # or key_file, or key_command
# price_input = 0.13     # for a million tokens
# price_output = 0.40

# [keys]                 # other keys for commands, as docs/keys.md names them
# "turn.stand" = ["enter", "w"]   # instead of the keys it has
# "suspend" = []         # no key at all; the palette has it still
`;
