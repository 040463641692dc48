/** Files that only evaluations have, by path in the run. */
export const SUITE_INPUT = 'inputs/suite.json'
export const REQUEST_INPUT = 'inputs/request.json'
export const GATE_INPUT = 'inputs/gate.json'
export const TRANSLATOR_INPUT = 'inputs/translator.json'
export const EPISODES = 'results/episodes.ndjson'
export const FAILURES = 'results/failures.json'
export const CELLS = 'results/cells.ndjson'
export const GALLERY = 'reports/failures.md'
