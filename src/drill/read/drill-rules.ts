import {drill} from '#contract/generated/drill'
import type {Drill} from '#contract/generated/types'
import {parse} from '#contract/parse'
import type {CallerDocument} from '#document/document'
import {type DraftIssue, schemaIssues} from '#document/document-issues'
import type {SecretFinder} from '#document/document-ports'
import {pointerOf} from '#document/pointer'
import {secretIssues} from '#profile/profile-rules'
import {longestSeconds} from '../model/drill-rounds.ts'
import {valueAt} from '../model/value-place.ts'
import {argumentIssues, missingTargetIssues} from './argument-rules.ts'
import {commandFault} from './command-rules.ts'
import {type DrillNames, namesIn} from './drill-names.ts'
import {type DrillPlace, everyPlace} from './drill-places.ts'
import {expectationIssues, withOperators} from './expectation-rules.ts'
import {givenIssues} from './given-rules.ts'
import {injectIssues} from './inject-rules.ts'
import {fileIssues, variableIssues} from './place-rules.ts'
import {providerIssues} from './provider-rules.ts'
import {soundPart} from './sound-part.ts'
import {twiceIssues} from './twice-rules.ts'
import {wordIssues} from './word-rules.ts'

/** Where words speak of secrets and hold none: names of throwaway credentials. */
const NAMES = /^\/target\/(secrets|tokens|receivers\/[0-9]+\/secrets)(\/|$)/
/** What stands for a throwaway credential, and nothing beside it. */
const STANDS_FOR_ONE = /^\{(secret|token|server)\.[a-z0-9_.-]+\}$/

/** What says the same of an entry whatever else is in the file: no fault elsewhere can be why. */
const BY_ITSELF: ReadonlySet<string> = new Set([
  'unknown_key',
  'type',
  'enum',
  'path',
  'command',
  'pattern',
  'contradiction',
  'impossible',
  'unique',
  'deadlines',
])

/** Everything that is wrong with a drill file. Where its schema refuses something, what else is wrong by itself is told beside it. */
export function drillIssues(document: CallerDocument, redactor: SecretFinder): DraftIssue[] {
  const {value} = document
  const schema = schemaIssues(drill, value).map(withOperators)
  const secrets = secretIssues(value, redactor).filter(({pointer}) => !isThrowaway(value, pointer))
  if (schema.length === 0) return [...meaningIssues(parse(drill, value)), ...secrets]
  return [...schema, ...besideSchema(value, schema), ...secrets]
}

function besideSchema(value: unknown, faults: readonly DraftIssue[]): DraftIssue[] {
  const sound = soundPart(value, faults)
  if (sound === undefined) return []
  const all = meaningIssues(sound.drill).map((issue) => ({...issue, pointer: sound.placed(issue.pointer)}))
  // An argument that a probe or an action needs, unless its arguments stand under a mistyped key.
  const isLacking = ({rule, pointer}: DraftIssue) =>
    rule === 'required' && /\/\d+$/.test(pointer) && !faults.some((one) => one.pointer.startsWith(`${pointer}/`))
  return all.filter((issue) => BY_ITSELF.has(issue.rule) || isLacking(issue))
}

function meaningIssues(one: Drill): DraftIssue[] {
  const {limits, inject, rounds} = one
  const places = everyPlace(one)
  const names = namesIn(one, places)
  const issues: DraftIssue[] = places.flatMap((place) => [
    ...argumentIssues(place, one, names),
    ...missingTargetIssues(place, one),
    ...expectationIssues(place),
  ])
  issues.push(...kindIssues(one), ...givenIssues(one, places), ...injectIssues(one), ...providerIssues(one, places))
  if ((inject === undefined) === (rounds === undefined)) {
    issues.push({pointer: '', rule: 'required', message: 'breaks something by inject, or by rounds: one of both'})
  }
  const longest = longestSeconds(one)
  if (limits !== undefined && limits.total_s < longest) {
    issues.push({
      pointer: '/limits/total_s',
      rule: 'deadlines',
      message: `is below ${longest}, the sum of the deadlines`,
    })
  }
  issues.push(...sheetIssues(one))
  if (one.respond.every(({action}) => action === undefined)) {
    issues.push({
      pointer: '/respond',
      rule: 'required',
      message: 'has no step with an action, so nothing would be answered',
    })
  }
  return [...issues, ...twiceIssues(one, places), ...ownIssues(one, places, names)]
}

/** What belongs to one kind of target and stands in another. */
function kindIssues({target}: Pick<Drill, 'target'>): DraftIssue[] {
  if (target.kind === 'hostnode') {
    if (target.nodes !== undefined) return []
    return [{pointer: '/target', rule: 'required', message: 'needs nodes: how many are started'}]
  }
  if (target.kind === 'nodes') return []
  const own = (
    ['nodes', 'standalone', 'tls', 'repositories', 'receivers', 'tokens', 'hook_schedule', 'drain_delay'] as const
  ).filter((key) => target[key] !== undefined)
  return own.map((key) => ({pointer: pointerOf(['target', key]), rule: 'kind', message: 'is for the kind hostnode'}))
}

/** Questions to people belong to the drills that are held at a table, and those need some. */
function sheetIssues({target, respond}: Drill): DraftIssue[] {
  const isTabletop = target.kind === 'tabletop'
  const questions = respond.flatMap(({answer}, at) => (answer === undefined ? [] : [at]))
  if (isTabletop && questions.length === 0)
    return [
      {pointer: '/respond', rule: 'required', message: 'asks nobody anything: a tabletop needs steps with answer'},
    ]
  if (isTabletop) return []
  return questions.map((at) => ({
    pointer: pointerOf(['respond', String(at), 'answer']),
    rule: 'kind',
    message: 'is for the kind tabletop',
  }))
}

/** What the file says of its own site: words, variables, files, and what is set up. */
function ownIssues(one: Drill, places: readonly DrillPlace[], names: DrillNames): DraftIssue[] {
  return [...wordIssues(one, places, names), ...variableIssues(one), ...fileIssues(one), ...setupIssues(one)]
}

/** What is set up before a drill is held to what a probe may run. */
function setupIssues({target: {setup = []}}: Drill): DraftIssue[] {
  return setup.flatMap(({argv}, at) => {
    const message = commandFault(argv)
    if (message === undefined) return []
    return [{pointer: pointerOf(['target', 'setup', String(at), 'argv']), rule: 'command', message}]
  })
}

/** A value made of a throwaway credential is none of anybody's. */
function isThrowaway(value: unknown, pointer: string): boolean {
  return NAMES.test(pointer) || STANDS_FOR_ONE.test(String(valueAt(value, pointer.slice(1))))
}
