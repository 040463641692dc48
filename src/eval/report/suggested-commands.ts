import type {EvalNotRun, EvalRow, RuleOutcome} from '#contract/generated/types'
import {shellWord, typedWord} from '#path/shown-path'
import type {Fact} from '#report/report'
import {type CellResult, cellName} from '../model/cell.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import {NOWHERE, SHOWN_OPERATIONS, type Suite} from '../model/suite.ts'

/** What leads to providers and bounds their calls: without it a command that is copied tries somebody else, or nobody. */
const WITH_VALUE = ['provider-module', 'providers', 'allow-host', 'runtime-assets', 'workspace-dir', 'max-suite-time']
const ALONE = ['allow-loopback']

/** The suite of a name as it was asked for, and the beginning of every command that tries a provider with it again. */
export function suiteCommand(
  {suite, provider}: {readonly suite: string; readonly provider: string},
  {suites, translator, commandArgv = []}: Pick<EvalSettings, 'suites' | 'translator' | 'commandArgv'>,
): {readonly suite: Partial<Suite>; readonly words: string} {
  const asked: Partial<Suite> = suites.find(({name}) => name === suite) ?? {}
  const {file = suite, asks = []} = asked
  const isShown = translator && asks.some((operation) => SHOWN_OPERATIONS.includes(operation))
  const shown = isShown ? ` --translator ${shellWord(translator.name)}` : ''
  return {
    suite: asked,
    words: `assay eval --suite ${shellWord(file)} --provider ${provider}${carriedFlags(commandArgv)}${shown}`,
  }
}

/** The flags of a recorded command line that every command it suggests needs as well, as a shell takes them; each behind a space. */
export function carriedFlags(argv: readonly string[]): string {
  return argv.map((word, at) => carried(word, argv[at + 1])).join('')
}

function carried(word: string, next: string | undefined): string {
  const [, name = '', value] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? []
  if (ALONE.includes(name)) return ` --${name}`
  const given = value ?? next
  return WITH_VALUE.includes(name) && given !== undefined ? ` --${name} ${typedWord(given)}` : ''
}

/** What would decide the rules that stayed open: remarks for people, and a command line each. */
export interface ToDecide {
  readonly remarks: readonly string[]
  readonly commands: readonly Fact[]
}

export const NOTHING_OPEN: ToDecide = {remarks: [], commands: []}

/** What was asked for, and what was measured of it. */
export interface Decided {
  readonly cells: readonly CellResult[]
  readonly notRun: readonly EvalNotRun[]
  readonly settings: EvalSettings
}

/** How such a remark begins, and what its command is called. */
export const OPEN_RULES = 'open_rules: '
export const DECIDE = 'Decide'

/** More trials than this say that the truth lies at the limit, not that somebody should wait. */
const MOST_TRIALS = 10_000
const STEP = 10
/** How much longer than by the pace that was seen. */
const ROOM = 1.5

interface OpenRow {
  readonly row: EvalRow
  /** Trials of each cell that would decide its rule. */
  readonly trials: number
}

/** For every suite and provider with open rules: how many trials would decide them, and how long those take, if the estimates stayed the same. */
export function toDecide(
  rules: readonly RuleOutcome[],
  rows: readonly EvalRow[],
  {cells, notRun, settings}: Decided,
): ToDecide {
  const byId = new Map(rows.map((row) => [row.row_id, row]))
  const open = rules.flatMap((rule): OpenRow[] => {
    const row = byId.get(rule.select)
    return row && isShort(rule) ? [{row, trials: trialsFor(rule, row, cells)}] : []
  })
  const groups = [...Map.groupBy(open, ({row}) => `${row.suite} ${row.provider}`).values()]
  const plans = groups.map((group) => planOf(group, cells, settings))
  const slow = notRun.flatMap((missed) => commandInTime(missed, settings))
  return {remarks: plans.map(({remark}) => remark), commands: [...plans.flatMap(({command}) => command), ...slow]}
}

function isShort({severity, state, n, needed_n: needed}: RuleOutcome): boolean {
  return severity === 'gate' && state === 'inconclusive' && n > 0 && needed !== undefined && needed > n
}

function planOf(open: readonly OpenRow[], cells: readonly CellResult[], settings: EvalSettings) {
  const {suite, provider} = open[0]?.row ?? {suite: '', provider: ''}
  const within = open.filter(({trials}) => trials <= MOST_TRIALS)
  const beyond = open.length - within.length
  const far = `${beyond} would take more than ${MOST_TRIALS} trials: the estimate lies at the limit`
  const what = `${OPEN_RULES}of ${suite} of ${provider}`
  if (within.length === 0) return {remark: `${what}, ${far}`, command: []}
  const n = Math.max(...within.map(({trials}) => trials))
  const envs = [...new Set(within.map(({row}) => row.env))]
  const seconds = secondsFor(n, within, cells)
  const time = seconds === undefined ? '' : `, about ${spokenTime(seconds)} on this machine`
  const remark = `${what}, ${within.length} would be decided by ${n} trials each${time}, were the estimates to stay${beyond > 0 ? `; ${far}` : ''}`
  return {remark, command: [{label: DECIDE, value: commandOf({suite, provider, envs, n}, settings)}]}
}

/** Not every trial of a cell gives a rule a value: it takes as many times more trials than values. */
function trialsFor({n, needed_n: values = 0}: RuleOutcome, row: EvalRow, cells: readonly CellResult[]): number {
  const ran = cells.find(({facts}) => cellName(facts) === cellOf(row))?.episodes.length ?? n
  return Math.ceil((values * Math.max(1, ran / n)) / STEP) * STEP
}

const cellOf = ({row_id: id, metric}: EvalRow): string => id.slice(0, -metric.length - 1)

/** By how long the trials took that ran; undefined where nobody timed them. */
function secondsFor(n: number, open: readonly OpenRow[], cells: readonly CellResult[]): number | undefined {
  const names = new Set(open.map(({row}) => cellOf(row)))
  const timed = cells.filter(({facts, episodes, wallMs}) => names.has(cellName(facts)) && episodes.length * wallMs > 0)
  if (timed.length === 0) return undefined
  return timed.reduce((sum, {episodes, wallMs}) => sum + (n * wallMs) / episodes.length, 0) / 1000
}

/** A time as people say it. */
export function spokenTime(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

/** What runs a suite that was not begun because of its time, with room for a provider that is slower by then. */
function commandInTime({provider, suite, estimated_s: seconds}: EvalNotRun, settings: EvalSettings): Fact[] {
  const asked = settings.suites.find(({name}) => name === suite)
  if (seconds === undefined || !asked) return []
  const envs = settings.mustRun.environments ? settings.environments.map(({id}) => id) : []
  const command = commandOf({suite: asked.name, provider, envs, n: settings.trialsOf(asked)}, settings)
  const limit = `--max-suite-time ${Math.ceil((ROOM * seconds) / 60)}m`
  return [{label: DECIDE, value: `${command.replace(/ --max-suite-time \S+/, '')} ${limit}`}]
}

interface Wanted {
  readonly suite: string
  readonly provider: string
  readonly envs: readonly string[]
  readonly n: number
}

function commandOf({envs, n, ...who}: Wanted, settings: EvalSettings): string {
  const {seed, planner, maxModelEvals} = settings
  const places = envs.filter((env) => env !== '*' && env !== NOWHERE).map((env) => ` --env ${env}`)
  const budget = maxModelEvals === undefined ? '' : ` --max-model-evals ${maxModelEvals}`
  return `${suiteCommand(who, settings).words}${places.join('')} --n ${n} --seed ${seed} --planner ${planner}${budget}`
}
