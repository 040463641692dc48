import {resolve} from 'node:path'
import type {Interfaces} from '@oclif/core'
import {AssayError} from '#error/assay-error'
import type {Mistake, MistakeList} from '#error/collect-mistakes'
import {type OutputFile, openOutputFile, openOutputFiles, writeOutputFile} from '#library/write-output-files'
import type {MeasurementPorts} from '#measurement/ports'
import type {FormatName} from '#report/renderers'

export {writeOutputFile}

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

const WRITTEN = ['output', 'dotenv']
const LINE_OF_DOTENV = /^(?:[A-Z][A-Z0-9_]*=.*)?$/

/** Sees that all of it can be written before the work begins. */
export async function openOutputs(parsed: Interfaces.ParserOutput, place: Place): Promise<Outputs> {
  const {output, dotenv} = parsed.flags
  const {cwd, formats, ports, mistakes} = place
  // `runs bundle` and `keys generate` have an --output of their own: one folder.
  const copies: readonly string[] = Array.isArray(output) ? output : []
  const files = (await mistakes.at('', () => openOutputFiles(copies, formats, {cwd}, ports))) ?? []
  const open = async () => dotenv && (await openOutputFile(resolve(cwd, dotenv), '--dotenv', ports))
  const env = await mistakes.at('dotenv', open)
  const replaced = replacedInputs(parsed.raw, place)
  mistakes.add(replaced)
  if (env && !replaced.some(({key}) => key === 'dotenv') && !isDotenv(env, ports)) {
    mistakes.add([replaces('dotenv', dotenv, '--dotenv names a file that is there and holds something else')])
  }
  return {files, dotenv: env || undefined}
}

/** What is read must not be what is written: the second time it would be gone. */
function replacedInputs(raw: Interfaces.ParserOutput['raw'], {cwd}: Place): Mistake[] {
  const isWritten = (token: (typeof raw)[number]) => token.type === 'flag' && WRITTEN.includes(token.flag)
  const given = raw.filter(({input}) => input !== '')
  const read = new Set(given.filter((token) => !isWritten(token)).map(({input}) => resolve(cwd, input)))
  return given.flatMap((token) => {
    if (token.type !== 'flag' || !isWritten(token) || !read.has(resolve(cwd, token.input))) return []
    return [replaces(token.flag, token.input, `--${token.flag} names a file that this command reads`)]
  })
}

function replaces(key: string, given: string, message: string): Mistake {
  const hint = 'Name another file: this one would be replaced.'
  return {key, error: new AssayError('usage', message, {hint, given})}
}

/** A file of ours, or none yet: lines of NAME=value. */
function isDotenv(path: string, {files: {reader}}: MeasurementPorts): boolean {
  if (reader.facts(path) === undefined) return true
  return new TextDecoder()
    .decode(reader.read(path))
    .split('\n')
    .every((line) => LINE_OF_DOTENV.test(line))
}
