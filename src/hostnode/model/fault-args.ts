import {isRecord} from '#contract/is-record'
import {parseIp} from '#net/ip'
import {type FaultArg, type FaultArgForm, type FaultArgs, NODE_FAULTS, type NodeFaultName} from './fault-forms.ts'

const MOST_NAMES = 100
const MOST_TEXT = 253
/** A template as the node's routes have it, such as `/api/repos/:owner/:repo`, optionally after a method, and with a star for any continuation. */
const ROUTE = /^(?:(?:GET|HEAD|POST|PUT|PATCH|DELETE) )?(?:\*|unmatched|\/[A-Za-z0-9_/:.-]*\*?)$/

/** The complete arguments of a fault, with all faults in what was given. Values are not repeated. */
export function faultArgs(fault: NodeFaultName, given: unknown): {readonly args: FaultArgs; readonly issues: string[]} {
  if (given !== undefined && !isRecord(given)) return {args: {}, issues: ['args must be an object']}
  const forms: Readonly<Record<string, FaultArgForm>> = NODE_FAULTS[fault]
  const values = new Map(Object.entries(given ?? {}))
  const unknown = [...values.keys()].filter((name) => !Object.hasOwn(forms, name))
  const issues = unknown.map((name) => `args.${/^[a-z_]{1,32}$/.test(name) ? name : '?'} is no argument of ${fault}`)
  const args: Record<string, FaultArg> = {}
  for (const [name, form] of Object.entries(forms)) {
    const value = values.get(name) ?? ('otherwise' in form ? form.otherwise : undefined)
    if (isOfForm(value, form)) args[name] = value
    else
      issues.push(
        `args.${name} ${value === undefined ? 'is missing: it' : ''} must be ${formText(form)}`.replace('  ', ' '),
      )
  }
  return {args, issues}
}

function isOfForm(value: unknown, form: FaultArgForm): value is FaultArg {
  switch (form.kind) {
    case 'route':
      return typeof value === 'string' && value.length <= MOST_TEXT && ROUTE.test(value)
    case 'number':
    case 'whole':
      return isNumber(value, form) && (form.kind === 'number' || Number.isInteger(value))
    case 'names':
      return areNames(value)
    case 'addresses':
      return isRecord(value) && areNames(Object.keys(value)) && Object.values(value).every(areAddresses)
  }
}

function isNumber(value: unknown, {least, most}: {readonly least: number; readonly most: number}): boolean {
  return typeof value === 'number' && value >= least && value <= most
}

function areNames(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > MOST_NAMES) return false
  return value.every((one) => typeof one === 'string' && one.length > 0 && one.length <= MOST_TEXT)
}

function areAddresses(value: unknown): boolean {
  return areNames(value) && value.every((one) => parseIp(one) !== undefined)
}

function formText(form: FaultArgForm): string {
  switch (form.kind) {
    case 'route':
      return 'a route such as * or GET /api/repos/*'
    case 'number':
      return `a number from ${form.least} to ${form.most}`
    case 'whole':
      return `a whole number from ${form.least} to ${form.most}`
    case 'names':
      return `a list of 1 to ${MOST_NAMES} names`
    case 'addresses':
      return 'lists of IP addresses by name of a host'
  }
}
