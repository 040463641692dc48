import {mkdirSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {seedStream} from '#random/stream'
import {conductRun} from '#run/conduct-run'
import {readingFaults, unsealed} from '../campaign/check-workspace.ts'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {stateFaults, workspaceFaults} from '../crash/check-state.ts'
import type {CrashState} from '../crash/crash-state.ts'
import {type Budget, crashStates} from '../crash/crash-states.ts'
import {NOW_MS, portsAfter, type Spoil, stageOn, type Told, tellStories, WORKSPACE} from '../crash/stories.ts'
import {outcome, TRIAL} from '../run-rig.ts'
import {tempDir} from '../temp-dir.ts'

/** How much is looked at: states of each story, every how many of them the next command is run, and the disk made real. */
interface Extent extends Budget {
  readonly seeds: number
  readonly recoverEvery: number
  readonly makeRealEvery: number
}

const EXTENTS: Readonly<Record<Depth, Extent>> = {
  sample: {seeds: 1, points: 40, statesPerPoint: 5, recoverEvery: 12, makeRealEvery: 150},
  full: {seeds: 3, points: Number.POSITIVE_INFINITY, statesPerPoint: 32, recoverEvery: 10, makeRealEvery: 200},
}
/** Points of a second power cut, during the command that goes on after the first. */
const AGAIN: Budget = {points: 4, statesPerPoint: 2}
const never = new AbortController().signal

/** Cuts the power after every operation of every story, in many ways, and reads what is left; some disks are gone on with. */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  return await exploreCrashes(EXTENTS[depth], seed)
}

/** The same with a protocol made worse, which must show as failures. */
async function exploreCrashes(extent: Extent, seed: number, spoil?: Spoil): Promise<CampaignResult> {
  const seen = new Seen(extent, seed)
  for (let at = 0; at < extent.seeds; at++) {
    for (const told of await tellStories(seed + at, spoil)) await seen.explore(told)
  }
  return {
    name: 'crash-states',
    checks: seen.states,
    failures: [...seen.failures].map(([failure, count]) => `${failure} (${count} states)`),
    notes: [
      `${seen.operations} operations of ${seen.stories} stories`,
      `${seen.recovered} disks gone on with, ${seen.again} states of a second power cut`,
      `${seen.real} disks made real`,
    ],
  }
}

/** The same with a protocol made worse, sampled. */
export async function exploreSpoiled(seed: number, spoil: Spoil): Promise<CampaignResult> {
  return await exploreCrashes(EXTENTS.sample, seed, spoil)
}

class Seen {
  readonly failures = new Map<string, number>()
  states = 0
  operations = 0
  stories = 0
  recovered = 0
  again = 0
  real = 0
  #cuts = 0
  readonly #extent: Extent
  readonly #seed: number

  constructor(extent: Extent, seed: number) {
    this.#extent = extent
    this.#seed = seed
  }

  async explore(told: Told): Promise<void> {
    this.stories++
    this.operations += told.disk.ops
    const chance = seedStream(`crash-states|${this.#seed}|${this.stories}`)
    for (const state of crashStates(told.disk, this.#extent, chance, NOW_MS)) {
      this.states++
      this.#cuts++
      const found = await stateFaults(state, told.given, portsOf(state, 2))
      if (this.#cuts % this.#extent.recoverEvery === 0) found.push(...(await toldFaults(() => this.#goOn(state, told))))
      if (this.#cuts % this.#extent.makeRealEvery === 0) found.push(...(await toldFaults(() => this.#makeReal(state))))
      this.#tell(told.name, found)
    }
  }

  /** The next command on the disk as it was left, and the power cut once more while it works. */
  async #goOn(state: CrashState, told: Told): Promise<string[]> {
    this.recovered++
    const stage = stageOn(state.rebooted(), `next|${state.at}`)
    const ports = portsAfter(stage.ports, stage.disk.files, 2)
    const promised = told.given.filter(({at}) => at <= state.at).map((one) => one.promised)
    await conductRun({workspace: WORKSPACE, trial: TRIAL}, ports, never, async () => outcome())
    const later = portsAfter(ports, stage.disk.files, 3)
    const found = [...(await workspaceFaults(promised, later)), ...unsealed(WORKSPACE, later)]
    const given = promised.map((one) => ({at: 0, promised: one}))
    const chance = seedStream(`again|${this.#seed}|${this.states}`)
    for (const second of crashStates(stage.disk, AGAIN, chance, NOW_MS)) {
      this.again++
      this.states++
      found.push(...(await stateFaults(second, given, portsOf(second, 4))))
    }
    return found.map((one) => `after the next command: ${one}`)
  }

  /** On a real file system the same disk reads the same. */
  async #makeReal(state: CrashState): Promise<string[]> {
    this.real++
    using dir = tempDir()
    for (const folder of state.folders()) mkdirSync(join(dir.path, folder), {recursive: true})
    for (const {path, bytes} of state.files()) {
      mkdirSync(dirname(join(dir.path, path)), {recursive: true})
      writeFileSync(join(dir.path, path), bytes)
    }
    const ports = portsOf(state, 2)
    const modelled = await readingFaults(WORKSPACE, ports)
    const real = await readingFaults(join(dir.path, WORKSPACE), {...ports, files: nodeFiles})
    return JSON.stringify(real) === JSON.stringify(modelled) ? [] : ['the real disk reads otherwise']
  }

  #tell(story: string, found: readonly string[]): void {
    for (const one of found) {
      const failure = `${story}: ${one.replace(/\d{8}T\d{9}Z-[a-z2-7]{6}/g, 'RUN')}`
      this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1)
    }
  }
}

/** What cannot even be read or gone on with is a fault too. */
async function toldFaults(work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    return [`cannot be gone on with: ${error.message}`]
  }
}

function portsOf(state: CrashState, hours: number) {
  const {ports} = stageOn(state.root, 'reader')
  const files: Files = {...ports.files, reader: state.reader}
  return portsAfter(ports, files, hours)
}
