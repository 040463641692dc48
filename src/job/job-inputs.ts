import type {Job, JobInput} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {withNearest} from '#error/nearest'
import type {JobValue} from './substitute.ts'

/** Values of a job's inputs: `--set name=value` over defaults. Throws `job_invalid` naming every input that is wrong or missing. */
export function bindInputs(job: Job, settings: readonly string[]): Record<string, JobValue> {
  const declared = job.inputs ?? {}
  const given = new Map(settings.map(splitSetting))
  const faults: string[] = []
  for (const name of given.keys())
    if (!Object.hasOwn(declared, name))
      faults.push(withNearest('an input is not declared', name, Object.keys(declared)))
  const bound: Record<string, JobValue> = {}
  for (const [name, input] of Object.entries(declared)) {
    const text = given.get(name)
    const value = text === undefined ? input.default : readValue(text, input.type)
    if (value === undefined || !fits(value, input.type)) faults.push(`${name} needs a value of type ${input.type}`)
    else bound[name] = value
  }
  if (faults.length === 0) return bound
  throw new AssayError('job_invalid', `the inputs of the job are wrong: ${faults.join('; ')}`, {
    hint: 'Give each as --set name=value.',
  })
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
