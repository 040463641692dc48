/** Files that only evaluations have, by path in the run. */
export const SUITE_INPUT = 'inputs/suite.json'
export const EPISODES = 'results/episodes.ndjson'
export const FAILURES = 'results/failures.json'
export const CELLS = 'results/cells.ndjson'
export const REFERENCES = 'results/references.ndjson'
export const GALLERY = 'reports/failures.md'
