import {join} from 'node:path'
import type {MeasurementPorts} from '#measurement/ports'
import type {FileFacts} from '#path/files'
import {findOutputs, type OutputPattern} from './find-outputs.ts'

/** Where file systems keep whole seconds, FAT even ones, one that was written so shortly ago may be written again and not show it. */
const COARSE_MS = 2_000
const SECOND_MS = 1_000

/** Which outputs a step promised, and below which folder. */
export interface PromisedOutputs {
  readonly cwd: string
  readonly patterns: readonly OutputPattern[]
}

type Ports = Pick<MeasurementPorts, 'files' | 'globs' | 'clock'>

/**
 * What stood where outputs are promised before the first step of a job began. A file that is still the same is no output: a build before left it.
 * Nobody can set the time of its last change, so that neither `cp -p` nor a file of the same length and time deceives.
 */
export class EarlierFiles {
  readonly #ports: Ports
  readonly #seen = new Map<string, FileFacts>()
  readonly #searched = new Set<string>()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  /** Looks at what matches now. Throws the reason of the signal. */
  async note({cwd, patterns}: PromisedOutputs, signal: AbortSignal): Promise<void> {
    const {globs, files, clock} = this.#ports
    for (const pattern of patterns) {
      const search = `${cwd}\0${pattern.text}`
      if (this.#searched.has(search)) continue
      this.#searched.add(search)
      const {fit} = await findOutputs(pattern, cwd, {globs, reader: files.reader}, signal)
      for (const path of fit.map((name) => join(cwd, name))) {
        const facts = files.reader.facts(path)
        if (facts && tellsChanges(facts, clock.nowMs())) this.#seen.set(path, facts)
      }
    }
  }

  /** Whether the file at this absolute path was there and is still the same. */
  has(path: string): boolean {
    const before = this.#seen.get(path)
    const now = before && this.#ports.files.reader.facts(path)
    if (!now) return false
    return (
      now.identity === before.identity &&
      now.sizeBytes === before.sizeBytes &&
      now.mtimeMs === before.mtimeMs &&
      now.changedMs === before.changedMs
    )
  }
}

/** Whether its times would show that it is written from now on. */
function tellsChanges({changedMs}: FileFacts, nowMs: number): boolean {
  if (changedMs === undefined) return false
  const isCoarse = changedMs % SECOND_MS === 0
  return !isCoarse || nowMs - changedMs > COARSE_MS
}
