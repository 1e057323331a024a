# Two commands do everything on a fresh machine with Node, npm and make:
#   make session     installs, builds, and opens the program on a new session
#   make test        installs, builds, and runs every check

ARBORIST = node bin/arborist.js

.PHONY: help session session-list session-tree session-find session-chain-check session-gc test build

help:
	@sed -n '1,3s/^# //p' Makefile
	@echo '  make session [SID=...] [LLM=...]'
	@echo '  make session-list'
	@echo '  make session-tree [SID=...]'
	@echo '  make session-find Q="..." [LIMIT=N] [JSON=1]'
	@echo '  make session-chain-check'
	@echo '  make session-gc SESSION_KEEP=N [YES=1]'

# What is given goes through the environment, letter for letter: no quote, dollar or semicolon in it is shell's or make's.
unexport SID LLM Q LIMIT SESSION_KEEP
export ARBORIST_SID = $(value SID)
export ARBORIST_LLM = $(value LLM)
export ARBORIST_Q = $(value Q)
export ARBORIST_LIMIT = $(value LIMIT)
export ARBORIST_KEEP = $(value SESSION_KEEP)

session: dist/cli.js
	@$(ARBORIST) session $(if $(value SID),--sid "$$ARBORIST_SID") $(if $(value LLM),--llm "$$ARBORIST_LLM")

session-list: dist/cli.js
	@$(ARBORIST) session --list $(if $(JSON),--json)

session-tree: dist/cli.js
	@$(ARBORIST) session --tree $(if $(value SID),--sid "$$ARBORIST_SID") $(if $(JSON),--json)

session-find: dist/cli.js
	@$(ARBORIST) session --find "$$ARBORIST_Q" $(if $(value LIMIT),--limit "$$ARBORIST_LIMIT") $(if $(JSON),--json)

session-chain-check: dist/cli.js
	@$(ARBORIST) session --chain-check $(if $(JSON),--json)

session-gc: dist/cli.js
	@$(ARBORIST) session --gc $(if $(value SESSION_KEEP),--keep "$$ARBORIST_KEEP") $(if $(YES),--yes)

test: node_modules/.package-lock.json
	@npm test

build: dist/cli.js

dist/cli.js: node_modules/.package-lock.json esbuild.config.js package.json $(shell find source -type f)
	@npm run --silent build

node_modules/.package-lock.json: package.json package-lock.json
	@echo 'Installing. Where no prebuilt SQLite binding can be fetched it is compiled, which can take several minutes.'
	@npm ci --foreground-scripts
	@touch node_modules/.package-lock.json
