import type {Exit} from '#error/exit'
import {CASE_WORDS} from './cell-text.ts'
import {escapeXml} from './markup.ts'
import type {Renderer} from './renderer.ts'
import type {Case, Report} from './report.ts'

/**
 * JUnit XML, red exactly when the exit is not 0: a bad case under a good exit did not decide and is shown as skipped; a
 * bad exit without a bad case gets one case for the verdict. `time` is in seconds, absent where nothing was measured.
 */
export const renderJunit: Renderer = (report, {exit}) => {
  const cases = decided({...report, cases: casesOf(report)}, exit)
  const timestamp = report.page?.begunAt
  const suites = Map.groupBy(cases, (one) => one.suite)
  const properties = propertyLines(report, exit)
  // The schema of Jenkins' xUnit plugin (junit-10.xsd) knows no `skipped` here; each suite tells its own.
  const {skipped: _, ...sums} = totals(cases)
  const steps = new Map(report.sections?.map(({title, durationMs}) => [title, durationMs]))
  const spent = new Map([...suites].map(([suite, own]) => [suite, spentMs(own) ?? steps.get(suite)]))
  // A verdict over several steps is no step's, nor is the time when the run began.
  const isOverall = report.sections !== undefined
  const overall = isOverall ? suiteLines({name: report.title, timestamp, time: undefined}, [], properties) : []
  const bodies = [...suites].map(([suite, own], at) => {
    const head = {name: suite, time: suiteSeconds(spent.get(suite))}
    if (isOverall) return suiteLines({...head, timestamp: undefined}, own, [])
    return suiteLines({...head, timestamp}, own, at === 0 ? properties : [])
  })
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({name: report.title, ...sums, time: suiteSeconds(sumOf([...spent.values()]))})}>`,
    ...overall,
    ...bodies.flat(),
    '</testsuites>',
  ].join('\n')}\n`
}

function decided(report: Report, exit: Exit): readonly Case[] {
  const isRed = report.cases.some(isBad)
  if (exit.code === 0) return report.cases.length > 0 ? report.cases.map(asAdvisory) : [verdictCase(report, exit)]
  return isRed ? report.cases : [...report.cases, verdictCase(report, exit)]
}

/** The cases inside steps instead of one a step; one that did not pass and has no bad case inside keeps its own. */
function casesOf({cases, fineCases = [], sections}: Report): Case[] {
  if (sections === undefined) return [...cases, ...fineCases]
  return cases.flatMap((own) => {
    const section = sections.find(({title}) => title === own.name)
    const inside = section?.report === undefined ? [] : casesOf(section.report)
    const isTold = inside.length > 0 && (own.status === 'passed' || inside.some(isBad))
    const within = inside.map((one) => ({...one, suite: own.name, className: one.className ?? one.suite}))
    return isTold ? within : [...within, own]
  })
}

const isBad = (one: Case) => one.status === 'failed' || one.status === 'error'

function asAdvisory(one: Case): Case {
  if (!isBad(one)) return one
  const words = `${CASE_WORDS[one.status].word}, did not decide the verdict`
  return {...one, status: 'skipped', message: one.message ? `${words}: ${one.message}` : words}
}

function verdictCase(report: Report, exit: Exit): Case {
  const good = report.status === 'skipped' ? 'skipped' : 'passed'
  const status = exit.code === 0 ? good : exit.name === 'failed' ? 'failed' : 'error'
  const frame = {suite: 'verdict', name: 'verdict', status} as const
  return status === 'passed' ? frame : {...frame, type: report.status, message: exit.reason}
}

function propertyLines(report: Report, exit: Exit): string[] {
  const facts = {verdict: report.status, exit_code: exit.code, exit_name: exit.name}
  const lines = Object.entries(facts).map(([name, value]) => `      <property${attributes({name, value})}/>`)
  return ['    <properties>', ...lines, '    </properties>']
}

function suiteLines(
  {name, timestamp, time}: {name: string; timestamp: string | undefined; time: string | undefined},
  cases: readonly Case[],
  properties: readonly string[],
): string[] {
  const sums = totals(cases)
  return [
    `  <testsuite${attributes({name, timestamp, ...sums, time})}>`,
    ...properties,
    ...cases.flatMap(caseLines),
    '  </testsuite>',
  ]
}

function caseLines(one: Case): string[] {
  const head = `    <testcase${attributes({classname: one.className ?? one.suite, name: one.name, time: seconds(one.durationMs)})}`
  const message = one.message ?? CASE_WORDS[one.status].word
  if (one.status === 'passed') {
    if (one.type === undefined) return [`${head}/>`]
    return [`${head}>`, `      <system-out>${escapeXml(message)}</system-out>`, '    </testcase>']
  }
  if (one.status === 'skipped') return [`${head}>`, `      <skipped${attributes({message})}/>`, '    </testcase>']
  const name = one.status === 'failed' ? 'failure' : 'error'
  const [headline] = message.split(/[\r\n]/, 1)
  const opening = `<${name}${attributes({message: headline, type: one.type ?? one.status})}>`
  return [`${head}>`, `      ${opening}${escapeXml(message)}</${name}>`, '    </testcase>']
}

function totals(cases: readonly Case[]) {
  const count = (status: Case['status']) => cases.filter((one) => one.status === status).length
  return {tests: cases.length, failures: count('failed'), errors: count('error'), skipped: count('skipped')}
}

function spentMs(cases: readonly Case[]): number | undefined {
  return sumOf(cases.map(({durationMs}) => durationMs))
}

/** Sum of the times that are known; undefined if none is. */
function sumOf(times: readonly (number | undefined)[]): number | undefined {
  const known = times.filter((ms) => ms !== undefined)
  return known.length > 0 ? known.reduce((sum, ms) => sum + ms, 0) : undefined
}

// Fixed notation: readers of JUnit stumble over exponents.
function seconds(durationMs: number | undefined): string | undefined {
  return durationMs !== undefined && Number.isFinite(durationMs) ? (durationMs / 1000).toFixed(6) : undefined
}

/** The schema of Jenkins' xUnit plugin takes no more than three digits behind the point for suites; as many as one likes for cases. */
function suiteSeconds(durationMs: number | undefined): string | undefined {
  return seconds(durationMs)?.slice(0, -3)
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return given.map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`).join('')
}
