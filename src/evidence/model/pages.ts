import {cutText} from '#error/cut-text'
import {EXIT, type Exit, type ExitName, exitNamed} from '#error/exit'
import {ruleCase} from '#gate/rule-case'
import {shellWord} from '#path/shown-path'
import {exitWords, oneLine, STATUS_WORDS} from '#report/cell-text'
import {inert, renderMarkdown} from '#report/markdown'
import type {Fact, Report} from '#report/report'
import {VERIFY_PAGE} from './bundle-layout.ts'
import {endlessLines} from './endless-run.ts'
import type {Contents} from './evidence-manifest.ts'

const PLAIN = {colour: false, width: Number.POSITIVE_INFINITY}

/** `summary.md`: what ran, how it ended, what is in the bundle and what was left out. */
export function summaryPage(contents: Contents): string {
  const {run, runId} = contents
  const report: Report = {
    title: `Run ${runId}`,
    status: run.outcome?.verdict ?? 'interrupted',
    facts: [...runFacts(contents), ...bundleFacts(contents)],
    tables: [countsTable(contents), ...excludedTables(contents), ...redactionTables(contents)],
    cases: [],
    remarks: [
      ...(contents.ledgerSentence === undefined ? [] : [contents.ledgerSentence]),
      `${VERIFY_PAGE} tells how to check this bundle without Assay.`,
      ...run.issues.map(({code, message}) => `${code}: ${message}`),
    ],
  }
  return renderMarkdown(report, {schema_version: 1, command: run.command, exit: exitOf(contents)}, PLAIN)
}

const MOST_TITLE = 120
const MOST_LINE = 400

/**
 * `issue.md`: the facts as a text with which to open an issue; its first line is the title. `asEarlier`: as written when a run without an
 * end was described like an interrupted one.
 */
export function issuePage(contents: Contents, asEarlier = false): string {
  const {run, included} = contents
  const verdict = run.outcome?.verdict ?? 'interrupted'
  const isEndless = run.outcome === null && !asEarlier
  const exit = isEndless ? ENDLESS : exitOf(contents)
  const title = cutText(`${run.command} ${STATUS_WORDS[verdict].word}: ${exit.reason}`, MOST_TITLE)
  const head = issueHead(title, contents, exit)
  return [
    isEndless ? head.replace(exitWords(exit), 'no end is recorded') : head,
    `## What was expected\n\nThat it ends with exit ${EXIT.ok} (ok).\n`,
    ...(isEndless
      ? endlessLines(run)
      : [`## What happened\n\nIt ended with exit ${exit.code} (${exit.name}): ${inert(exit.reason)}.\n`]),
    ...deciding(contents),
    ...cautions(contents),
    ...reproduction(contents),
    `## Evidence\n\nAttach this folder, or the archive that --archive makes of it. It holds ${included.length} files of the run; \`${VERIFY_PAGE}\` tells how to check them.\n`,
  ].join('\n')
}

/** The page as Assay 0.1.0 first wrote it, with gaps for the person who opens the issue. */
export function earlierIssuePage(contents: Contents): string {
  const {run, included} = contents
  return [
    issueHead(`${run.command}: ${run.outcome?.verdict ?? 'interrupted'}`, contents, exitOf(contents)),
    '## What was expected\n\n## What happened instead\n',
    ...reproduction(contents),
    `## Evidence\n\nAttach this folder. It holds ${included.length} files of the run; \`${VERIFY_PAGE}\` tells how to check them.\n`,
  ].join('\n')
}

/** The exit that a report needs for a run whose real exit is unknown. */
const ENDLESS = exitNamed('interrupted', 'its process was killed or lost')

function issueHead(title: string, {run, runId}: Contents, exit: Exit): string {
  const report: Report = {
    title: `${title} (${runId})`,
    status: run.outcome?.verdict ?? 'interrupted',
    facts: [...runFacts({run}), ...environmentFacts({run})],
    tables: [],
    cases: [],
    remarks: run.issues.map(({code, message}) => `${code}: ${message}`),
  }
  return renderMarkdown(report, {schema_version: 1, command: run.command, exit}, PLAIN)
}

function reproduction({run}: Contents): string[] {
  return ['## To reproduce\n', `    assay ${run.command_argv.map((word) => oneLine(shellWord(word))).join(' ')}\n`]
}

const MOST_RULES = 20

/** The rules that kept the run from passing, failed ones first, so that a reader of the issue need not open the bundle for a number. */
function deciding({rules}: Contents): string[] {
  const open = rules.flatMap((rule) => {
    const one = ruleCase(rule, '')
    return one.status === 'failed' || one.status === 'error' ? [{...one, select: rule.select}] : []
  })
  if (open.length === 0) return []
  const told = open.toSorted((a, b) => Number(b.status === 'failed') - Number(a.status === 'failed'))
  const lines = told.slice(0, MOST_RULES).map(({name, select, type, short = ''}) => {
    const what = name === select ? name : `${name} (${select})`
    return `- ${inert(cutText(`${what} ${type === 'fail' ? 'failed' : type}: ${short}`, MOST_LINE))}`
  })
  const rest = open.length - lines.length
  return [`${[...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')}\n`]
}

const MOST_CAVEATS = 10

/** The caveats of the verdict, such as checks that warned. */
function cautions({caveats}: Contents): string[] {
  if (caveats.length === 0) return []
  const lines = caveats.slice(0, MOST_CAVEATS).map((text) => `- ${inert(cutText(text, MOST_LINE))}`)
  const rest = caveats.length - lines.length
  return [`Beside the verdict:\n\n${[...lines, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')}\n`]
}

/** The run's own exit, according to its manifest. */
function exitOf({run}: Contents): Exit {
  if (run.outcome === null) return exitNamed('interrupted', 'the run was interrupted')
  const {exit_code, reason} = run.outcome
  const name = EXIT_NAMES.find((one) => EXIT[one] === exit_code)
  return exitNamed(name ?? 'bug', reason)
}

const EXIT_NAMES: readonly ExitName[] = [
  'ok',
  'failed',
  'usage',
  'unavailable',
  'inconclusive',
  'restored',
  'unsafe-state',
  'refused',
  'bug',
  'interrupted',
  'terminated',
]

function runFacts({run}: Pick<Contents, 'run'>): Fact[] {
  return [
    {label: 'Kind', value: run.kind},
    {label: 'Status', value: run.status === 'running' ? 'interrupted' : run.status},
    {label: 'Provider', value: run.provider || null},
    {label: 'Capability', value: run.capability || null},
    {label: 'Operation', value: run.operation || null},
    {label: 'Created', value: run.created_at},
    {label: 'Ended', value: run.ended_at},
    {label: 'Duration ms', value: run.duration_ms},
  ]
}

function bundleFacts(contents: Contents): Fact[] {
  return [
    {label: 'Complete', value: contents.incomplete.length === 0},
    ...contents.incomplete.map((reason) => ({label: 'Incomplete because', value: reason})),
    {label: 'Files included', value: contents.included.length},
    {label: 'Files excluded', value: contents.excluded.length},
    {label: 'Run manifest', value: contents.manifestSha256},
  ]
}

function environmentFacts({run}: Pick<Contents, 'run'>): Fact[] {
  return [
    {label: 'Assay', value: run.versions.assay},
    {label: 'Node.js', value: run.versions.node},
    {label: 'Host', value: `${run.host.class}, ${run.host.os} ${run.host.arch}`},
    {label: 'Processors', value: run.host.cpus},
    {label: 'Memory GiB', value: run.host.memory_gib},
  ]
}

function countsTable({run}: Contents) {
  const columns = Object.keys(run.counts)
  return {name: 'Items', columns, rows: [Object.values(run.counts)]}
}

function excludedTables({excluded}: Contents): Report['tables'] {
  if (excluded.length === 0) return []
  const rows = excluded.map(({path, reason, rule, line}) => [path, reason, rule ?? null, line ?? null])
  return [{name: 'Left out', columns: ['path', 'reason', 'rule', 'line'], rows}]
}

function redactionTables({redactions}: Contents): Report['tables'] {
  const rows = Object.entries(redactions)
  return rows.length === 0 ? [] : [{name: 'Masked while copying', columns: ['rule', 'count'], rows}]
}
