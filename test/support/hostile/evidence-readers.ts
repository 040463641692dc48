import type {KeyObject} from 'node:crypto'
import {isDeepStrictEqual} from 'node:util'
import type {RunsVerifyResult} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {MemoryReader} from '#evidence/archive/memory-reader'
import {parseBundle} from '#evidence/sign/envelope'
import {checkBundle} from '#evidence/verify/verify-bundle'
import {checkRun} from '#evidence/verify/verify-run'
import {Redactor} from '#redact/redactor'
import {readLease} from '#run/hold-lease'
import {readJournal} from '#run/journal'
import {readLedger} from '#run/ledger'
import {readRun} from '#run/read-run'
import {shownRun} from '#run/show-run'
import {fakeClock} from '../fakes/fake-clock.ts'
import {fakeProcesses} from '../run-rig.ts'
import {type Answer, answerOf, type HostileReader, READ, refused, sameAsJson} from './answer.ts'

/** A workspace with one run, its signed bundle, and the key; paths are absolute. */
export interface EvidenceStage {
  readonly runId: RunId
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly workspace: string
  readonly bundle: string
  readonly key: KeyObject
}

/** Everything that stands on a disk: files of a bundle and of a run, and the records of a workspace. */
export function evidenceReaders(stage: EvidenceStage): HostileReader[] {
  const all = new MemoryReader(stage.files)
  const run = `${stage.workspace}/runs/${stage.runId}`
  const goodOf = (path: string) => stage.files.get(path) ?? new Uint8Array()
  const ports = (path: string, content: Uint8Array) => ({
    files: {reader: all.with(path, content)},
    redactor: new Redactor(),
    clock: fakeClock(),
    processes: fakeProcesses(),
  })
  const inBundle = (path: string): HostileReader => ({
    name: `bundle ${path.replace(stage.runId, 'RUN')}`,
    good: goodOf(`${stage.bundle}/${path}`),
    read: (content) =>
      answerOf(async () => {
        const request = {path: stage.bundle, key: stage.key, requireSignature: true}
        const result = await checkBundle(request, ports(`${stage.bundle}/${path}`, content))
        return judged(result, isDeepStrictEqual(Buffer.from(content), Buffer.from(goodOf(`${stage.bundle}/${path}`))))
      }),
  })
  const inRun = (path: string): HostileReader => ({
    name: `run ${path}`,
    good: goodOf(`${run}/${path}`),
    read: (content) =>
      answerOf(async () => {
        const request = {workspace: stage.workspace, runId: stage.runId, requireSignature: false}
        return judged(await checkRun(request, ports(`${run}/${path}`, content)), true)
      }),
  })
  const shown = (path: string): HostileReader => ({
    name: `shown ${path}`,
    good: goodOf(`${run}/${path}`),
    read: (content) =>
      answerOf(() => {
        const {exit} = shownRun({path: stage.workspace, shown: '.'}, stage.runId, ports(`${run}/${path}`, content))
        return exit.code === 0 ? READ : refused('journal_broken')
      }),
  })
  const manifest: HostileReader = {
    name: 'run manifest',
    good: goodOf(`${run}/run_manifest.json`),
    read: (content) =>
      answerOf(() => {
        const read = readRun({path: stage.workspace}, stage.runId, ports(`${run}/run_manifest.json`, content))
        return read.kind === 'issue' ? refused(read.reason, read.detail) : sameAsJson(content, read.manifest)
      }),
  }
  const bundled = [...stage.files.keys()].filter((path) => path.startsWith(`${stage.bundle}/`))
  return [
    ...bundled.map((path) => inBundle(path.slice(stage.bundle.length + 1))),
    inRun('journal.ndjson'),
    inRun('reports/workflow_trace.json'),
    inRun('results/verdict.json'),
    shown('run_manifest.json'),
    shown('journal.ndjson'),
    shown('lease.json'),
    manifest,
    lease(stage),
    journal(stage, goodOf(`${run}/journal.ndjson`)),
    ledger(goodOf(`${stage.workspace}/runs/ledger.ndjson`)),
    signature(goodOf(`${stage.bundle}/evidence.sigstore.json`)),
  ]
}

/** The path of a finding is told on purpose: it names the file. */
function judged({exit, findings}: RunsVerifyResult, mayBeGood: boolean): Answer {
  if (exit.code !== 0)
    return refused(findings[0]?.code ?? 'none', JSON.stringify(findings.map(({code, message}) => ({code, message}))))
  return mayBeGood ? READ : {how: 'read', fault: 'was changed and yet verifies'}
}

function lease({runId}: EvidenceStage): HostileReader {
  const host = {boot_id: `sha256:${'1'.repeat(64)}`, host_id: `sha256:${'2'.repeat(64)}`}
  const owner = {schema_version: 1, run_id: runId, epoch: 1, pid: 7, process_start: 'start-7', ...host, ttl_seconds: 30}
  return {
    name: 'lease',
    good: Buffer.from(`${JSON.stringify(owner, null, 2)}\n`),
    read: async (content) => {
      const read = readLease('/lease.json', new MemoryReader(new Map([['/lease.json', content]])))
      return read === undefined ? refused('no lease') : sameAsJson(content, read)
    },
  }
}

/** What is read must be the beginning of the good journal; its last record may be another, as nothing chains it. */
function journal({runId}: EvidenceStage, good: Uint8Array): HostileReader {
  const whole = readJournal(good, runId).records
  return {
    name: 'journal',
    good,
    read: async (content) => {
      const {records, torn, brokenAt} = readJournal(content, runId)
      if (torn || brokenAt !== undefined) return refused('journal_broken')
      const chained = records.slice(0, -1)
      const isSame = isDeepStrictEqual(chained, whole.slice(0, chained.length)) || whole.length < chained.length
      return isSame ? READ : {how: 'read', fault: 'a changed record was believed'}
    },
  }
}

/** A leaf that is read stands there in the one spelling that its hash was made of. */
function ledger(good: Uint8Array): HostileReader {
  return {
    name: 'ledger',
    good,
    read: async (content) => {
      const {entries, isTorn} = readLedger(content)
      if (isTorn || entries.some(({leaf}) => leaf === undefined)) return refused('leaf_form')
      const isSame = entries.every(
        ({leaf, line}) => leaf && isDeepStrictEqual(JSON.parse(Buffer.from(line).toString()), leaf.content),
      )
      return isSame ? READ : {how: 'read', fault: 'a leaf was read as something else'}
    },
  }
}

function signature(good: Uint8Array): HostileReader {
  return {
    name: 'signature file',
    good,
    read: async (content) => {
      const read = parseBundle(new TextDecoder().decode(content))
      return 'fault' in read ? refused('signature_invalid', read.fault) : READ
    },
  }
}
