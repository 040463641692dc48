import type {Verdict} from '#contract/generated/types'
import {type Token, tokensOf} from './markup-tokens.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SUMS = ['tests', 'failures', 'errors', 'skipped'] as const

/** The parents of each element, and the attributes that it may have. */
const ELEMENTS: Readonly<Record<string, {readonly within: string; readonly attributes: readonly string[]}>> = {
  testsuites: {within: '', attributes: ['name', 'time', ...SUMS]},
  testsuite: {within: 'testsuites', attributes: ['name', 'timestamp', 'time', ...SUMS]},
  properties: {within: 'testsuites testsuite', attributes: []},
  property: {within: 'testsuites testsuite properties', attributes: ['name', 'value']},
  testcase: {within: 'testsuites testsuite', attributes: ['classname', 'name', 'time']},
  failure: {within: 'testsuites testsuite testcase', attributes: ['message', 'type']},
  error: {within: 'testsuites testsuite testcase', attributes: ['message', 'type']},
  skipped: {within: 'testsuites testsuite testcase', attributes: ['message']},
  'system-out': {within: 'testsuites testsuite testcase', attributes: []},
}
const SUM_OF: Readonly<Record<string, (typeof SUMS)[number]>> = {
  testcase: 'tests',
  failure: 'failures',
  error: 'errors',
  skipped: 'skipped',
}
const WORDED: ReadonlySet<string> = new Set(['failure', 'error', 'system-out'])

interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

/** Whether a JUnit report has Assay's form, correct counts and the verdict exactly once, and contains failures exactly if the exit is not 0. */
export function isEndOfJunit(told: string, {state, exit}: Pick<Verdict, 'state' | 'exit'>): boolean {
  const tokens = told.startsWith(DECLARATION) ? tokensOf(told.slice(DECLARATION.length)) : undefined
  if (tokens?.every(isOurs) !== true) return false
  const elements = tokens.filter((one) => one.kind === 'element')
  const [root, ...rest] = elements
  if (root?.name !== 'testsuites' || rest.some(({name}) => name === 'testsuites')) return false
  const facts = [`verdict ${state}`, `exit_code ${exit.code}`, `exit_name ${exit.name}`]
  const properties = rest.filter(({name}) => name === 'property')
  const isTold = properties.map(({attributes: a}) => `${a.get('name')} ${a.get('value')}`).join() === facts.join()
  const sums = sumsOf(rest)
  const isRed = sums.failures + sums.errors > 0
  return (
    isTold &&
    isRed === (exit.code !== 0) &&
    [[root, ...rest], ...suitesIn(rest)].every(isCounted) &&
    casesIn(rest).every(([, ...ends]) => ends.length <= 1)
  )
}

function isOurs(token: Token): boolean {
  if (token.kind === 'text') return WORDED.has(token.within.at(-1) ?? '') || token.text.trim() === ''
  const known = Object.hasOwn(ELEMENTS, token.name) ? ELEMENTS[token.name] : undefined
  const names = [...token.attributes.keys()]
  return known?.within === token.within.join(' ') && names.every((name) => known.attributes.includes(name))
}

/** Groups each suite with its content, and each case with its result. */
const suitesIn = (elements: readonly Element[]) => parted(elements, 'testsuite')
const casesIn = (elements: readonly Element[]) =>
  parted(
    elements.filter(({name}) => name in SUM_OF),
    'testcase',
  )

function parted(elements: readonly Element[], head: string): Element[][] {
  const parts: Element[][] = []
  for (const one of elements) {
    if (one.name === head) parts.push([one])
    else parts.at(-1)?.push(one)
  }
  return parts
}

function sumsOf(elements: readonly Element[]) {
  const sums = {tests: 0, failures: 0, errors: 0, skipped: 0}
  for (const {name} of elements) {
    const sum = Object.hasOwn(SUM_OF, name) ? SUM_OF[name] : undefined
    if (sum !== undefined) sums[sum]++
  }
  return sums
}

/** Whether the counts of an element match its content. The oldest reports also have `skipped` at their root; today's do not. */
function isCounted([head, ...inside]: readonly Element[]): boolean {
  const sums = sumsOf(inside)
  return SUMS.every((sum) => {
    const told = head?.attributes.get(sum)
    return told === undefined ? sum === 'skipped' : told === String(sums[sum])
  })
}
