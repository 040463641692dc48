import {resolve} from 'node:path'
import type {Interfaces} from '@oclif/core'
import {AssayError} from '#error/assay-error'
import type {Mistake, MistakeList} from '#error/collect-mistakes'
import {type CommandOutcome, FILE_VIEW, renderSafe} from '#library/render-safe'
import {
  type OutputFile,
  openOutputFiles,
  openOwnFile,
  removeOldReports,
  writeOutputFile,
} from '#library/write-output-files'
import type {MeasurementPorts} from '#measurement/ports'
import type {FormatName} from '#report/renderers'
import {dotenvLines, isDotenv, type PipelinePlace} from './pipeline-facts.ts'

/** What a command writes beside its run. Paths are absolute. */
interface Outputs {
  readonly files: readonly OutputFile[]
  readonly dotenv: string | undefined
}

interface Place {
  readonly cwd: string
  readonly formats: readonly FormatName[]
  readonly ports: MeasurementPorts
  readonly mistakes: MistakeList
}

const WRITTEN = ['output', 'dotenv', 'metrics-file']

/**
 * Sees that all of it can be written before the work begins, and removes what a run before left there: whatever ends this one, nobody takes that for its
 * own.
 */
export async function openOutputs(parsed: Interfaces.ParserOutput, place: Place): Promise<Outputs> {
  const {output, dotenv} = parsed.flags
  const {cwd, formats, ports, mistakes} = place
  // `runs bundle` and `keys generate` have an --output of their own: one folder.
  const copies: readonly string[] = Array.isArray(output) ? output : []
  const files = (await mistakes.at('', () => openOutputFiles(copies, formats, {cwd}, ports))) ?? []
  const isFit = dotenv && !mistakes.has('dotenv')
  const variables = isFit ? await mistakes.at('dotenv', () => openDotenv(dotenv, place)) : undefined
  if (!mistakes.has('output')) await removeOldReports(files, ports)
  if (variables && ports.files.reader.facts(variables)) await ports.files.writer.remove(variables)
  return {files, dotenv: variables}
}

/** Writes each of the files, also where another could not be written. Gives back why those were not. */
export async function writeCopies(
  files: readonly OutputFile[],
  outcome: CommandOutcome,
  ports: MeasurementPorts,
): Promise<AssayError[]> {
  const faults: AssayError[] = []
  for (const file of files) {
    const text = await renderSafe(file.format, outcome, FILE_VIEW, ports.redactor)
    faults.push(...(await faultOf(() => writeOutputFile(file, text, ports))))
  }
  return faults
}

/** The variables that a later step reads. Gives back why they were not written. */
export function writeDotenv(
  path: string,
  outcome: CommandOutcome,
  place: PipelinePlace,
  ports: MeasurementPorts,
): Promise<AssayError[]> {
  return faultOf(() => writeOutputFile({path}, ports.redactor.text(dotenvLines(outcome, place)), ports))
}

async function faultOf(write: () => Promise<void>): Promise<AssayError[]> {
  try {
    await write()
    return []
  } catch (error) {
    if (error instanceof AssayError) return [error]
    throw error
  }
}

/** What is read must not be what is written: the second time it would be gone. Nor may two things be written to one file: the first would be gone. */
export function replacedFiles(raw: Interfaces.ParserOutput['raw'], cwd: string): Mistake[] {
  const isWritten = (token: (typeof raw)[number]) => token.type === 'flag' && WRITTEN.includes(token.flag)
  const given = raw.filter(({input}) => input !== '')
  const read = new Set(given.filter((token) => !isWritten(token)).map(({input}) => resolve(cwd, input)))
  const written = new Map<string, string>()
  return given.flatMap((token) => {
    if (token.type !== 'flag' || !isWritten(token)) return []
    const path = resolve(cwd, token.input)
    const before = written.get(path)
    written.set(path, token.flag)
    const why = read.has(path) ? 'this command reads' : before && `--${before} writes as well`
    if (!why) return []
    const message = `--${token.flag} names a file that ${why}`
    const hint = 'Name another file: this one would be replaced.'
    return [{key: token.flag, error: new AssayError('usage', message, {hint, given: token.input})}]
  })
}

function openDotenv(given: string, {cwd, ports}: Place): Promise<string> {
  return openOwnFile({path: resolve(cwd, given), name: '--dotenv', given, isOurs: isDotenv}, ports)
}
