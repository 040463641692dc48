import type {ProviderEvent, ProviderRuntime, RunManifest, RuntimeAssetReference} from '#contract/generated/types'
import {isDigest} from '#contract/ids'

/** The runtimes behind the providers of a run: a row for each state in which a provider was met, and the assets behind it. */
export interface Runtimes {
  readonly runtimes: readonly ProviderRuntime[]
  readonly assets: readonly RuntimeAssetReference[]
}

type Told = Pick<ProviderEvent, 'provider' | 'phase' | 'metadata'>

const CLASSES = ['live', 'contract-fixture', 'synthetic'] as const
const LONGEST = 200
/** Most rows: a provider that changes with every answer must not fill the manifest. */
const MOST_ROWS = 64
const MOST_ASSETS = 256

/**
 * Collects what provider events report about the runtimes behind them; a fold, so repeating the events of a run gives the same result. An
 * event that contradicts earlier ones opens a new row.
 */
export class RuntimeLog implements Runtimes {
  readonly #rows: ProviderRuntime[] = []
  readonly #assets = new Map<string, RuntimeAssetReference>()
  /** Reports that were already taken, as literal text: nearly every event of a run repeats the one before. */
  readonly #seen = new Set<string>()

  take({provider, phase, metadata}: Told): void {
    if (phase !== 'success') return
    const {evidence_class, runtime_manifest_id, server_version, metadata_digest, runtime, model} = metadata
    const told = [provider, evidence_class, runtime_manifest_id, server_version, metadata_digest, runtime, model]
    const key = JSON.stringify(told)
    if (this.#seen.has(key)) return
    if (this.#seen.size < MOST_ASSETS) this.#seen.add(key)
    const row = rowOf(provider, metadata)
    if (row !== undefined) this.#add(row)
    for (const asset of assetsOf(provider, metadata)) {
      if (this.#assets.size < MOST_ASSETS) this.#assets.set(JSON.stringify(asset), asset)
    }
  }

  /** Sorted by provider name, so that concurrent calls do not change the order. */
  get runtimes(): readonly ProviderRuntime[] {
    return this.#rows.toSorted((a, b) => order(a.provider, b.provider))
  }

  get assets(): readonly RuntimeAssetReference[] {
    return [...this.#assets.values()].toSorted((a, b) => order(a.id, b.id))
  }

  #add(row: ProviderRuntime): void {
    const own = this.#rows.findIndex(
      (known) => known.provider === row.provider && changedFields(known, row).length === 0,
    )
    if (own >= 0) this.#rows[own] = {...this.#rows[own], ...row}
    else if (this.#rows.length < MOST_ROWS) this.#rows.push(row)
  }
}

/** All runtimes as `<provider>:<dialect>`, as the manifest holds them. */
export function runtimeIds({runtimes}: Pick<Runtimes, 'runtimes'>): RunManifest['runtime_manifest_id'] {
  const ids = runtimes.flatMap(({runtime_manifest_id: id}) => (id === undefined ? [] : [id]))
  return ids.length === 0 ? null : [...new Set(ids)].join(', ')
}

/** Fields that both rows have with different values. */
export function changedFields(one: ProviderRuntime, other: ProviderRuntime): (keyof ProviderRuntime)[] {
  return FIELDS.filter((field) => one[field] !== undefined && other[field] !== undefined && one[field] !== other[field])
}

const FIELDS = ['evidence_class', 'runtime_manifest_id', 'server_version', 'metadata_digest'] as const

function rowOf(provider: string, metadata: Told['metadata']): ProviderRuntime | undefined {
  const {evidence_class, runtime_manifest_id, server_version, metadata_digest} = metadata
  const known = CLASSES.find((name) => name === evidence_class)
  const row: ProviderRuntime = {
    provider,
    ...(known && {evidence_class: known}),
    ...(isText(runtime_manifest_id) && {runtime_manifest_id}),
    ...(isText(server_version) && {server_version}),
    ...(typeof metadata_digest === 'string' && isDigest(metadata_digest) && {metadata_digest}),
  }
  return Object.keys(row).length === 1 ? undefined : row
}

/** The packages of the remote runtime and the model that it serves. Their paths stay private, and their sizes are unknown. */
function assetsOf(provider: string, {runtime, model}: Told['metadata']): RuntimeAssetReference[] {
  const packages = Object.entries(fieldsOf(runtime)).filter((pair): pair is [string, string] => isText(pair[1]))
  const {id, digest} = fieldsOf(model)
  return [
    ...packages.map(([name, version]) => ({
      ...asset(provider, name, `package:${name}`),
      revision: version,
    })),
    ...(isText(id)
      ? [
          {
            ...asset(provider, 'model', `model:${id}`),
            ...(isText(digest) && (isDigest(digest) ? {checksum: digest} : {revision: digest})),
          },
        ]
      : []),
  ]
}

function asset(provider: string, name: string, source: string) {
  return {
    schema_version: 1,
    id: `${provider}/${name}`.slice(0, LONGEST),
    source,
    local_only: true,
    exists: true,
  } as const
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? {...value} : {}
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
