/** How a run that took a baseline is called. */
export const BASELINE_COMMAND = 'node baseline'

/** Where runs about nodes keep what they found. */
export const BASELINE_FILE = 'results/baseline.json'
export const INVENTORY_FILE = 'results/inventory.json'
/** One line a ref: `repository`, `ref`, `oid`; a repository without refs has one line without both. */
export const REFS_FILE = 'results/refs.ndjson'
/** Refs of nodes that have another address than users go to: one line a ref, with `node` before the rest. */
export const NODE_REFS_FILE = 'results/node-refs.ndjson'
/** One line a look of mode observe. */
export const SERIES_FILE = 'results/series.ndjson'
export const RESIDUE_FILE = 'results/residue.json'

export const recordFile = (id: string): `results/checks/${string}.json` => `results/checks/${id}.json`
export const checkLogFile = (id: string): `logs/checks/${string}.txt` => `logs/checks/${id}.txt`
