import {drill} from '#contract/generated/drill'
import type {DrillServer} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {issuesOf, parse} from '#contract/parse'
import type {DraftIssue} from '#document/document-issues'
import {AssayError} from '#error/assay-error'
import {mustBeOneOf} from '#error/nearest'
import type {FaultStep} from '#lab/fault/fault-step'
import {everyPlace} from './drill-places.ts'

type FaultTable = typeof import('#lab/fault/fault-table')
type Service = keyof FaultTable['FAULTS']

const KEYS: readonly string[] = ['fault', 'match', 'after', 'times', 'options'] satisfies readonly (keyof FaultStep)[]

/** Scripts that the server they are for could never play. What is no drill or no script at all is told elsewhere. */
export async function checkScripts(value: unknown): Promise<DraftIssue[]> {
  if (issuesOf(drill, value) !== undefined) return []
  const one = parse(drill, value)
  const {target} = one
  const scripts = everyPlace(one).flatMap(({pointer, args: {server, script}}) => {
    const service = target.servers?.find(({id}) => id === server)?.service
    return service !== undefined && isScript(script) ? [{pointer, service, script}] : []
  })
  if (scripts.length === 0) return []
  const table = await import('#lab/fault/fault-table')
  return scripts.flatMap(({pointer, service, script}) => {
    const message = scriptFault(playedBy(service), script, table)
    return message === undefined ? [] : [{pointer: `${pointer}/args/script`, rule: 'script', message}]
  })
}

const playedBy = (service: DrillServer['service']): Service => (service === 'bridge' ? 'bridge over http' : service)

function scriptFault(service: Service, script: readonly FaultStep[], {FAULTS, checkScript}: FaultTable) {
  const known: readonly string[] = FAULTS[service]
  const fault = script.find((step) => !known.includes(step.fault))?.fault
  if (fault !== undefined) return `its faults ${mustBeOneOf(known, fault)}`
  const strange = script.flatMap((step) => Object.keys(step)).find((key) => !KEYS.includes(key))
  if (strange !== undefined) return `the keys of its steps ${mustBeOneOf(KEYS, strange)}`
  try {
    checkScript(service, script)
    return undefined
  } catch (error) {
    if (error instanceof AssayError) return error.message
    throw error
  }
}

function isScript(script: unknown): script is readonly FaultStep[] {
  const isStep = (one: unknown) =>
    isRecord(one) && typeof one['fault'] === 'string' && (one['match'] === undefined || isRecord(one['match']))
  return Array.isArray(script) && script.every(isStep)
}
