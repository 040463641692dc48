import type {ActionTranslatorDocument, TranslatorValue, TranslatorValues} from '#contract/generated/types'
import type {Issue} from '#error/assay-error'
import {normIssues} from './norm.ts'
import {frameIssues, observedIssues} from './observed-issues.ts'
import {unitFactor} from './unit.ts'

/** What a schema cannot say about a translator: keys that go together, units of one kind, spans and limits that hold something. */
export function translatorIssues(document: ActionTranslatorDocument): Issue[] {
  const {time, candidates, emit = [], observe, actions, frame} = document
  const issues = [
    ...togetherIssues(document),
    ...(observe ? observedIssues(observe) : []),
    ...normIssues(actions?.norm, '/actions/norm'),
    ...frameIssues(frame),
  ]
  const [from = 0, end = 1] = time?.take ?? []
  if (from >= end) issues.push(issue('/time/take', 'take', 'is empty: the end comes after the first step'))
  if (candidates && candidates.axis === time?.axis)
    issues.push(issue('/candidates/axis', 'axis', 'is the axis of time'))
  for (const [at, {parameters}] of emit.entries())
    issues.push(...valuesIssues(parameters, `/emit/${at}/parameters`, candidates !== undefined))
  return issues
}

/** Time and emit make actions together; what belongs to them is nothing without. */
function togetherIssues({time, emit, expects, candidates, observe, actions, frame}: ActionTranslatorDocument): Issue[] {
  const isOne = emit === undefined && time === undefined
  if (isOne && !observe && !actions && !frame) {
    return [issue('', 'content', 'says nothing: it needs observe, actions, frame, or time with emit')]
  }
  const lacks = [...(emit && !time ? ['time'] : []), ...(!emit && (time || expects || candidates) ? ['emit'] : [])]
  return lacks.map((key) => issue('', 'content', `lacks ${key}: raw actions are read by time and emit together`))
}

function valuesIssues(values: TranslatorValues, pointer: string, hasCandidates: boolean): Issue[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const sources = ['const', 'object', 'path'].filter((key) => Object.hasOwn(value, key))
    if (sources.length !== 1) return [issue(place, 'value', 'needs exactly one of const, object and path')]
    if (value.object !== undefined) return valuesIssues(value.object, `${place}/object`, hasCandidates)
    return value.path === undefined ? constIssues(value, place) : pathIssues(value, place, hasCandidates)
  })
}

const OF_PATHS = ['at', 'slice', 'unit', 'to', 'scale', 'offset', 'clip', 'denorm', 'plus'] as const

function constIssues(value: TranslatorValue, place: string): Issue[] {
  const wrong = OF_PATHS.filter((key) => value[key] !== undefined)
  return wrong.map((key) => issue(`${place}/${key}`, 'path', 'goes with a path only'))
}

function pathIssues(value: TranslatorValue, place: string, hasCandidates: boolean): Issue[] {
  const {at, slice, unit, to, clip, denorm} = value
  const issues: Issue[] = normIssues(denorm, `${place}/denorm`)
  if (at !== undefined && slice !== undefined) issues.push(issue(place, 'slice', 'has both at and slice'))
  if ((unit === undefined) !== (to === undefined)) issues.push(issue(place, 'unit', 'needs both unit and to'))
  if (unit !== undefined && to !== undefined && unitFactor(unit, to) === undefined)
    issues.push(issue(`${place}/to`, 'unit', `measures something else than ${unit}`))
  if (clip !== undefined && !((clip[0] ?? 0) <= (clip[1] ?? 0)))
    issues.push(issue(`${place}/clip`, 'clip', 'has its limits the wrong way round'))
  const places = [...(at ?? []), ...(slice ?? [])]
  if (!hasCandidates && places.includes('$c')) issues.push(issue(place, 'candidates', 'names $c without candidates'))
  if (places.some((one) => Array.isArray(one) && (one[0] ?? 0) >= (one[1] ?? 0)))
    issues.push(issue(`${place}/slice`, 'slice', 'has a span that holds nothing'))
  return issues
}

function issue(pointer: string, rule: string, message: string): Issue {
  return {pointer, rule, message}
}
