/** Files that only evaluations have, by path in the run. */
export const EPISODES = 'results/episodes.ndjson'
export const FAILURES = 'results/failures.json'
export const CELLS = 'results/cells.ndjson'
export const GALLERY = 'reports/failures.md'
