import {extname, join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {NameTwins} from '#evidence/model/name-twins'
import type {MeasurementPorts} from '#measurement/ports'
import type {RunRecorder} from '#run/run-recorder'
import type {EarlierFiles, PromisedOutputs} from './find-earlier-files.ts'
import {findOutputs, type UnfitOutput} from './find-outputs.ts'

const MOST_FILE_BYTES = 64 * 1024 * 1024
const MOST_BYTES = 512 * 1024 * 1024

/** No bundle may hold both: on some file systems one replaces the other where it is unpacked. */
const TWIN = 'its name differs from that of another output only by case or Unicode form'

/** Errors of one file, which leave the others. */
const REFUSED: readonly string[] = ['evidence_refused', 'document_size', 'file_unreadable']

/** Which outputs of a child went into the run. `missing`: patterns that nothing new matched; `beyond`: what was too much, in words. */
export interface KeptOutputs {
  readonly paths: readonly string[]
  readonly missing: readonly string[]
  readonly unchanged: readonly UnchangedOutputs[]
  readonly refused: readonly UnfitOutput[]
  readonly beyond: readonly string[]
}

/** What matched a pattern and is no output: it was there before the job. */
export interface UnchangedOutputs {
  readonly pattern: string
  readonly paths: readonly string[]
}

interface Within {
  readonly earlier: EarlierFiles
  readonly trial: RunRecorder
  readonly ports: Pick<MeasurementPorts, 'files' | 'redactor' | 'globs'>
}

/** Takes over the files that match, text redacted. Throws the reason of the signal. */
export async function keepOutputs(
  {cwd, patterns}: PromisedOutputs,
  within: Within,
  signal: AbortSignal,
): Promise<KeptOutputs> {
  const kept = new Keeping(cwd, within)
  for (const pattern of patterns) {
    const ports = {globs: within.ports.globs, reader: within.ports.files.reader}
    const {fit, unfit, beyond} = await findOutputs(pattern, cwd, ports, signal)
    const {old = [], fresh = []} = Object.groupBy(fit, (path) =>
      within.earlier.has(join(cwd, path)) ? 'old' : 'fresh',
    )
    if (old.length > 0) kept.unchanged.push({pattern: pattern.text, paths: old})
    if (beyond !== undefined) kept.beyond.push(`${pattern.text} leads beyond ${beyond}`)
    else if (fresh.length === 0 && !unfit.some(({isShort}) => isShort)) kept.missing.push(pattern.text)
    kept.refused.push(...unfit)
    for (const path of fresh) {
      signal.throwIfAborted()
      await kept.add(path)
    }
  }
  return kept
}

class Keeping implements KeptOutputs {
  readonly paths: string[] = []
  readonly missing: string[] = []
  readonly unchanged: UnchangedOutputs[] = []
  readonly refused: UnfitOutput[] = []
  readonly beyond: string[] = []
  readonly #cwd: string
  readonly #within: Within
  readonly #twins = new NameTwins()
  #leftBytes = MOST_BYTES

  constructor(cwd: string, within: Within) {
    this.#cwd = cwd
    this.#within = within
  }

  async add(path: string): Promise<void> {
    const place = this.#placeOf(path)
    if (this.paths.includes(place)) return
    if (this.#twins.isTwin(place)) {
      this.refused.push({path: place, why: TWIN, isShort: true})
      return
    }
    const {trial, ports} = this.#within
    try {
      const bytes = ports.files.reader.read(join(this.#cwd, path), Math.min(MOST_FILE_BYTES, this.#leftBytes))
      const text = asText(bytes)
      const content = text === undefined ? {bytes} : {text}
      await trial.write({path: place, label: `output-${this.paths.length}`, kind: 'artifact', origin: 'child', content})
      this.#leftBytes -= bytes.length
      this.paths.push(place)
    } catch (error) {
      if (!(error instanceof AssayError && REFUSED.includes(error.code))) throw error
      this.refused.push({path: place, why: error.message, isShort: true})
    }
  }

  /** A name is shown in every list of files, so one that holds a secret is not taken over; what is in the file is. */
  #placeOf(path: string): string {
    const {redactor} = this.#within.ports
    if (redactor.findInText(path).length === 0) return `artifacts/${path}`
    const suffix = /^\.[a-z]{2,6}$/.exec(extname(path))?.[0] ?? ''
    return `artifacts/unnamed-${this.paths.length + this.refused.length + 1}${suffix}`
  }
}

function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
