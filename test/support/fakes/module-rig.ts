import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import {moduleProgram} from '#compose/compose-ports'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import type {StartLineChild} from '#process/line-child'
import {Assay} from '#provider/assay'
import type {AssayOptions} from '#provider/assay-options'
import {policyOf} from '#provider/model/request-policy'
import {openModule} from '#provider/module/open-module'
import {serveModule} from '#provider/module/serve-module'
import {systemClock} from '#random/system-clock'
import {Tensor} from '#world/tensor/tensor'
import {tempDir} from '../temp-dir.ts'

/** The serving side of a module in this process, so that both ends of the line can be looked at: as if it were a child. */
export const childInMemory: StartLineChild = ({onLine, onEnd}) => {
  let isOver = false
  const later = (work: () => void) => void setImmediate(() => isOver || work())
  const serve = serveModule({clock: systemClock, say: (line) => later(() => onLine(line))})
  const end = () => {
    if (!isOver) onEnd({kind: 'exited', code: 0, overlong: false, lastWords: ''})
    isOver = true
  }
  return {
    write: (line) => later(() => serve(String(line))),
    stop: async () => end(),
    terminate: async () => end(),
  }
}

const SRC = new URL('../../../src/', import.meta.url)
const candidates = Tensor.from({dtype: 'float32', shape: [1, 3, 1, 1], fill: 0.5})
const REQUEST = {info: {}, action_candidates: candidates}
const profile = (more: object) =>
  JSON.stringify({
    name: 'guest',
    maturity: 'experimental',
    capabilities: ['score'],
    transport: 'in_process',
    deterministic: true,
    requires: {all_of: [], any_of: []},
    optional: [],
    max_probe_level: 'configured',
    idempotent: [],
    request_policy: policyOf({health: [5, 1], request: [20, 3]}),
    ...more,
  })

export interface ModuleRigOptions {
  readonly start: StartLineChild
  readonly head?: string
  readonly profile?: object
  readonly library?: AssayOptions
  readonly isTimed?: boolean
}

/** A library with a module whose provider has these slots; \`good\` is the right answer. */
export async function moduleRig(slots: string, more: ModuleRigOptions) {
  const dir = tempDir()
  const file = join(dir.path, 'guest.mjs')
  writeFileSync(
    file,
    `import {renameSync, writeFileSync} from 'node:fs'
import {ProviderError} from '${new URL('error/provider-error.ts', SRC).href}'
import {KeptArtifact} from '${new URL('provider/model/artifact.ts', SRC).href}'
void [ProviderError, KeptArtifact]
const here = (name) => new URL(name, import.meta.url)
writeFileSync(here('pid.new'), String(process.pid))
// Whole or not at all: it is read at any time.
renameSync(here('pid.new'), here('pid'))
const good = {scores: [1, 2, 3], lower_is_better: true}
${more.head ?? ''}
export const assayProvider = {apiVersion: 1, create: ({env}) => ({
  profile: ${profile(more.profile ?? {})}, probe: (level) => ({level, ok: true, detail: 'fine'}), score: () => good, ${slots}})}`,
  )
  const recorder = new InMemoryRecorderSink()
  const place = {url: pathToFileURL(file).href, argv: moduleProgram(), env: {PATH: process.env['PATH'] ?? ''}}
  const {signal} = new AbortController()
  const {start, isTimed} = more
  const opened = await openModule({...place, given: {GIVEN: 'yes'}, cwd: dir.path, isTimed}, start, signal)
  const assay = new Assay({eventHandler: recorder, ...more.library})
  assay.registerProvider(opened.provider)
  return {
    assay,
    recorder,
    dir: dir.path,
    pid: () => Number(readFileSync(join(dir.path, 'pid'), 'utf8')),
    score: (options = {}) => assay.score(REQUEST, 'guest', options),
    async [Symbol.asyncDispose]() {
      await assay.close()
      await opened.close()
      dir[Symbol.dispose]()
    },
  }
}
