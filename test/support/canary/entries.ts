import {readdirSync} from 'node:fs'
import {join} from 'node:path'
import {isRunId} from '#contract/ids'
import {ProviderError} from '#error/provider-error'
import {LineRedactor, Redactor} from '#redact/redactor'
import {ENCODING_NAMES, plantOf} from './encodings.ts'
import {type Answers, conductLibrary} from './library.ts'
import {refuseFlags, refuseProfiles, refuseVariables} from './refusals.ts'
import type {Stage} from './stage.ts'

/** A way in for secrets. `isSilent`: nothing says them even without a redactor, so that only the plant itself can prove the searcher. */
export interface Entry {
  readonly name: string
  readonly isSilent: boolean
  /** Whether a plant fits through here at all; everything does where this is absent. */
  readonly fits?: (plant: string) => boolean
  plant(stage: Stage): Promise<void>
}

const CHILD = join(import.meta.dirname, 'child.ts')
const MOST_NAME_BYTES = 240
const FORMATS = ['human', 'json', 'markdown', 'csv', 'junit', 'html'] as const

const library = (name: string, answers: Answers): Entry => ({
  name,
  isSilent: false,
  plant: (stage) => conductLibrary(stage, answers),
})
const job = (name: string, mode: string, note?: string): Entry => ({
  name,
  isSilent: false,
  plant: (stage) => runJob(stage, mode, note),
})

export const ENTRIES: readonly Entry[] = [
  {name: 'variable with a secret name', isSilent: true, plant: refuseVariables},
  job('variable named by an exec step', 'env'),
  {name: 'profile file', isSilent: true, plant: refuseProfiles},
  {
    name: 'flag value',
    isSilent: false,
    async plant(stage) {
      await refuseFlags(stage)
      for (const note of notesOf(stage.values)) await runJob(stage, 'none', note)
    },
  },
  library('reply body', (plant) => ({answer: plant, evidence: [`it says ${plant}`], claims: {inner: [plant]}})),
  library('reply metadata', (plant) => ({
    metadata: {'x-request': plant, deep: {list: [plant]}, count: numberIn(plant)},
  })),
  library('error message and causes', (plant) => {
    const cause = new Error(`inner ${plant}`, {cause: new Error(`innermost ${plant}`)})
    if (plant.length % 2 === 0) throw new TypeError(`it said ${plant}`, {cause})
    const options = {hint: plant, detail: {said: plant}, issues: [{pointer: '/x', rule: 'x', message: plant}], cause}
    throw new ProviderError('internal', `upstream ${plant}`, options)
  }),
  library('userinfo of an address', (plant) => said(`redis://user:${plant}@host.example:6379/0`)),
  library('query of an address', (plant) => said(`https://host.example/path?x=1&t=${plant}&y=2#${plant}`)),
  library('path of an address', (plant) => said(`https://host.example/hooks/${plant}/tail`)),
  {
    name: 'output of a child',
    isSilent: false,
    async plant(stage) {
      splitLines(stage)
      await runJob(stage, 'output')
      await runJob(stage, 'files')
    },
  },
  {...job('file names of a child', 'names'), fits: (plant) => plant.split(' , ').some(isShownName)},
  library('metadata keys', (plant) => ({metadata: {[plant]: 'x', deep: {[`k-${plant}`]: 1}}, claims: {[plant]: 2}})),
]

/** A name with such signs is refused, and then stands in a Markdown report alone, which escapes them. */
const ESCAPED = /[[\]<>\p{Cc}]/u

function isShownName(text: string): boolean {
  return !text.includes('/') && !ESCAPED.test(text) && Buffer.byteLength(text) <= MOST_NAME_BYTES
}

/** Values that look like numbers come as numbers too. */
function numberIn(plant: string): number | null {
  const number = Number(plant)
  return Number.isFinite(number) ? number : null
}

const MOST_ARGUMENT = 4_000
const MOST_NOTE = 60_000

/** Every value in every encoding, packed into texts: short ones that a job may hand on to its child, long ones that it cannot. */
function notesOf(values: readonly string[]): string[] {
  const plants = values.flatMap((value) => ENCODING_NAMES.map((encoding) => plantOf(value, encoding)))
  const isShort = (plant: string) => plant.length < MOST_ARGUMENT
  return [
    ...pack(plants.filter(isShort), MOST_ARGUMENT),
    ...pack(
      plants.filter((plant) => !isShort(plant)),
      MOST_NOTE,
    ),
  ]
}

function pack(plants: readonly string[], most: number): string[] {
  const notes: string[] = []
  for (const plant of plants) {
    const last = notes.at(-1)
    if (last === undefined || last.length + plant.length >= most) notes.push(plant)
    else notes[notes.length - 1] = `${last}\n${plant}`
  }
  return notes
}

function said(text: string): Partial<{answer: string; metadata: Record<string, unknown>}> {
  if (text.length % 3 === 0) throw new Error(`cannot reach ${text}: refused`)
  return {answer: `see ${text} for more`, metadata: {address: text}}
}

/** A job whose child says everything; `note` goes in as `--set`, and on to the child's arguments. */
async function runJob(stage: Stage, mode: string, note = 'nothing'): Promise<void> {
  const env = Object.keys(stage.env).filter((name) => name.startsWith('CANARY_TOKEN_'))
  const argv = mode === 'none' ? ['true'] : [process.execPath, CHILD, mode]
  if (note.length < MOST_ARGUMENT) argv.push('{inputs.note}')
  const step = {id: 'say', use: 'exec', with: {argv, env, ...(mode !== 'none' && {outputs: ['out/*']})}}
  const inputs = {note: {type: 'string', default: 'nothing'}}
  const name = stage.give('job.json', JSON.stringify({schema_version: 1, name: 'canary', inputs, steps: [step]}))
  const format = FORMATS[stage.outputs.size % FORMATS.length] ?? 'json'
  const copies = ['json', 'md', 'csv', 'html', 'xml', 'txt'].flatMap((suffix) => [
    '--output',
    join(stage.copies, `run.${suffix}`),
  ])
  const set = note === 'nothing' ? [] : ['--set', `note=${note}`]
  const flags = ['--workspace-dir', stage.work, '--format', format, '--log-level', 'debug', ...copies]
  await stage.run(`run ${format}`, ['run', name, ...set, ...flags, ...(mode === 'none' ? [] : ['--bundle'])])
}

/** Every place where a chunk may end, for every encoding of every value; of long ones a spread of places. */
function splitLines(stage: Stage): void {
  const redactor = new Redactor({}, stage.layers)
  for (const value of stage.values) redactor.register(value)
  for (const value of stage.values) {
    for (const encoding of ENCODING_NAMES) {
      const bytes = Buffer.from(`a ${plantOf(value, encoding)} b\n`)
      const step = Math.max(1, Math.ceil(bytes.length / (stage.isQuick ? 8 : 40)))
      for (let cut = 1; cut < bytes.length; cut += step) {
        const lines = new LineRedactor(redactor)
        stage.keep('split lines', lines.push(bytes.subarray(0, cut)) + lines.push(bytes.subarray(cut)) + lines.end())
      }
    }
  }
}

/** Another one for each entry. */
const oneOf = (formats: readonly string[], {outputs}: Stage) => formats.slice(outputs.size % formats.length).slice(0, 1)

/** What a user does next with the runs: look at them, bundle them in both ways, verify, clean up. */
export async function visitRuns(stage: Stage): Promise<void> {
  const runs = readdirSync(stage.work).includes('runs')
    ? readdirSync(join(stage.work, 'runs')).filter(isRunId).sort()
    : []
  const place = ['--workspace-dir', stage.work]
  const last = runs.at(-1)
  const plain = join(stage.work, 'plain')
  for (const format of stage.isQuick ? oneOf(['human', 'json'], stage) : ['human', 'json', 'markdown', 'csv']) {
    const as = [...place, '--format', format, '--log-level', 'debug']
    await stage.run(`runs list ${format}`, ['runs', 'list', ...as])
    await stage.run(`runs index ${format}`, ['runs', 'index', ...as])
    await stage.run(`runs cleanup ${format}`, ['runs', 'cleanup', '--keep', '0', ...as])
    await stage.run(`doctor ${format}`, ['doctor', ...as])
    if (last === undefined) continue
    await stage.run(`runs show ${format}`, ['runs', 'show', last, ...as])
    await stage.run(`runs bundle ${format}`, ['runs', 'bundle', last, '--output', plain, '--replace', ...as])
    await stage.run(`runs verify ${format}`, ['runs', 'verify', plain, ...as])
  }
  if (last !== undefined) {
    await stage.run('runs bundle --redact', [
      'runs',
      'bundle',
      last,
      '--redact',
      '--output',
      join(stage.work, 'masked'),
      ...place,
    ])
  }
  for (const shell of ['bash', 'fish']) await stage.run(`completion ${shell}`, ['completion', shell])
  await stage.run('help', ['--help'])
}
