import {existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {RunId} from '#contract/ids'
import {canonicalJson, digestOf} from '#digest/canonical-json'
import {sha256} from '#digest/sha256'
import {genesis} from '#run/journal'

export type Json = null | boolean | number | string | Json[] | {[key: string]: Json}
type Tree = {[key: string]: Json}

/** What a forger does about the ledger: leaves it, appends a leaf that fits, rewrites the leaf, takes the leaves of the run out, or rewrites and takes out that of the opening alone. */
export type LedgerTrick = 'kept' | 'appended' | 'rewritten' | 'erased' | 'unopened'

const MANIFEST = 'run_manifest.json'
const JOURNAL = 'journal.ndjson'
const TRACE = 'reports/workflow_trace.json'

/**
 * A run in the hands of somebody who knows every format of Assay: changes anything, then makes all digests, chains and seals right again,
 * so that only what the documents say can give the forgery away.
 */
export class ForgedRun {
  readonly #workspace: string
  readonly runId: RunId

  constructor(workspace: string, runId: RunId) {
    this.#workspace = workspace
    this.runId = runId
  }

  path(name: string): string {
    return join(this.#workspace, 'runs', this.runId, name)
  }

  text(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  has(name: string): boolean {
    return existsSync(this.path(name))
  }

  put(name: string, text: string): void {
    writeFileSync(this.path(name), text)
  }

  remove(name: string): void {
    rmSync(this.path(name))
  }

  json(name: string): Tree {
    return JSON.parse(this.text(name))
  }

  putJson(name: string, value: Json): void {
    this.put(name, `${JSON.stringify(value, null, 2)}\n`)
  }

  edit(name: string, change: (document: Tree) => void): void {
    const document = this.json(name)
    change(document)
    this.putJson(name, document)
  }

  lines(name: string): Tree[] {
    return this.text(name)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }

  putLines(name: string, lines: readonly Json[]): void {
    this.put(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }

  /** Files of the run that a manifest lists. */
  files(): string[] {
    const names = readdirSync(this.path('.'), {recursive: true, encoding: 'utf8'}).sort()
    return names.filter((name) => name !== MANIFEST && statSync(this.path(name)).isFile())
  }

  /** Makes every digest, chain, seal and count right for what the files say now. */
  seal(ledger: LedgerTrick): void {
    const manifest = this.json(MANIFEST)
    if (this.has('results/result.json') && manifest['result_digest'] !== null)
      manifest['result_digest'] = digestOf(this.json('results/result.json'))
    if (this.has(JOURNAL)) manifest['journal'] = this.#chainJournal(manifest)
    if (this.has(TRACE)) {
      const trace = this.json(TRACE)
      this.#digestReferences(trace)
      this.putJson(TRACE, trace)
      manifest['workflow_trace'] = {path: TRACE, sha256: this.#digest(TRACE), status: trace['status'] ?? null}
    }
    manifest['artifacts'] = this.#records(manifest)
    this.putJson(MANIFEST, manifest)
    this.#tellLedger(manifest, ledger)
  }

  #digest(name: string): string {
    return sha256(readFileSync(this.path(name)))
  }

  #chainJournal(manifest: Tree): Json {
    let prev: string = genesis(this.runId)
    const records = this.lines(JOURNAL)
    const text = records
      .map((record, at) => {
        const data = record['data'] as Tree
        if (record['type'] === 'run.finished') {
          for (const key of Object.keys(data)) if (key in manifest) data[key] = manifest[key] ?? null
        }
        const line = `${JSON.stringify({...record, seq: at + 1, prev})}\n`
        prev = sha256(line)
        return line
      })
      .join('')
    this.put(JOURNAL, text)
    return {path: JOURNAL, sha256: this.#digest(JOURNAL), records: records.length, head: prev}
  }

  #digestReferences(trace: Tree): void {
    for (const step of trace['steps'] as Tree[]) {
      for (const kind of ['input_artifacts', 'output_artifacts']) {
        for (const one of (step[kind] ?? []) as Tree[]) {
          if (this.has(String(one['path']))) one['digest'] = this.#digest(String(one['path']))
        }
      }
    }
  }

  #records(manifest: Tree): Json {
    const known = new Map((manifest['artifacts'] as Tree[]).map((record) => [record['path'], record]))
    return this.files().map((path) => ({
      path,
      media_type: 'application/json',
      kind: 'result',
      origin: 'assay',
      ...known.get(path),
      sha256: this.#digest(path),
      size_bytes: statSync(this.path(path)).size,
    }))
  }

  #tellLedger(manifest: Tree, trick: LedgerTrick): void {
    if (trick === 'kept') return
    const path = join(this.#workspace, 'runs/ledger.ndjson')
    const leaves: Tree[] = readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const isEnd = (leaf: Tree) => leaf['run_id'] === this.runId && leaf['event'] === 'closed'
    const closed = leaves.find(isEnd) ?? {}
    const outcome = manifest['outcome'] as Tree | null
    const fits = {
      ...closed,
      kind: manifest['kind'] ?? null,
      status: manifest['status'] ?? null,
      verdict: outcome?.['verdict'] ?? null,
      manifest_sha256: this.#digest(MANIFEST),
    }
    const isTakenOut = (leaf: Tree) =>
      trick === 'unopened' && leaf['run_id'] === this.runId && leaf['event'] === 'opened'
    const told =
      trick === 'erased'
        ? leaves.filter((leaf) => leaf['run_id'] !== this.runId)
        : trick === 'appended'
          ? [...leaves, fits]
          : leaves.filter((leaf) => !isTakenOut(leaf)).map((leaf) => (isEnd(leaf) ? fits : leaf))
    writeFileSync(path, told.map((leaf) => `\n${canonicalJson(leaf)}\n`).join(''))
  }
}
