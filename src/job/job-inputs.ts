import type {Job, JobInput} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {AssayError} from '#error/assay-error'
import {nearestNames, nearestQuestion} from '#error/nearest'
import type {JobValue} from './substitute.ts'

/** Values of a job's inputs: `--set name=value` over defaults. Throws `job_invalid` naming every input that is wrong or missing. */
export function bindInputs(job: Job, settings: readonly string[]): Record<string, JobValue> {
  const declared = job.inputs ?? {}
  const names = Object.keys(declared)
  const pairs = settings.map(splitSetting)
  const given = new Map(pairs)
  const unknown = [...given.keys()].filter((name) => !Object.hasOwn(declared, name))
  const faults = unknown.length > 0 ? [undeclared(unknown, names)] : []
  faults.push(...setTwice(pairs.map(([name]) => name).filter((name) => Object.hasOwn(declared, name))))
  const bound: Record<string, JobValue> = {}
  for (const [name, input] of Object.entries(declared)) {
    const text = given.get(name)
    const value = text === undefined ? input.default : readValue(text, input.type)
    if (value === undefined || !fits(value, input.type)) faults.push(`${name} needs a value of type ${input.type}`)
    else bound[name] = value
  }
  if (faults.length === 0) return bound
  throw new AssayError('job_invalid', `the inputs of the job are wrong: ${faults.join('; ')}`, {
    hint: whatToSet(names),
    ...(unknown.length > 0 && {given: unknown.join(', ')}),
  })
}

/** Defaults that are not of the type of their input: a run without a value for it would be refused. */
export function defaultIssues({inputs = {}}: Pick<Job, 'inputs'>): DraftIssue[] {
  return Object.entries(inputs).flatMap(([name, {default: value, type}]) =>
    value === undefined || fits(value, type)
      ? []
      : [{pointer: `/inputs/${name}/default`, rule: 'type', message: `must be of type ${type}, as its input is`}],
  )
}

function undeclared(unknown: readonly string[], names: readonly string[]): string {
  const what = unknown.length === 1 ? 'an input is not declared' : `${unknown.length} inputs are not declared`
  if (names.length === 0) return `${what}: the job declares none`
  const near = new Set(unknown.flatMap((name) => nearestNames(name, names)))
  const question = nearestQuestion([...near])
  return question === undefined ? what : `${what} (${question})`
}

/** Which of two values was meant, nobody can tell. */
function setTwice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map((name) => `${name} is set twice`)
}

function whatToSet(names: readonly string[]): string {
  if (names.length === 0) return 'Leave --set out, or declare the input under inputs of the job.'
  return `The job declares ${names.join(', ')}. Give each as --set name=value.`
}

function splitSetting(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)]
  throw new AssayError('usage', '--set takes name=value')
}

function readValue(text: string, type: JobInput['type']): JobValue | undefined {
  if (type === 'string') return text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  return text.trim() === '' ? undefined : Number(text)
}

function fits(value: JobValue, type: JobInput['type']): boolean {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  return typeof value === type
}
