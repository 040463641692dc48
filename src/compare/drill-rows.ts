import type {ComparisonRow, ContractField, DrillRecord} from '#contract/generated/types'
import {drillEnd} from '#drill/model/drill-verdict'
import {brokenText} from '#gate/contract-field'

type Judged = Pick<ComparisonRow, 'status' | 'reason'>
type Time = DrillRecord['detect']

const BARE = {provider: '', base_provider: null, primary: true, effect: null, margin: 0, n: 1} as const
/** A drill that came to neither. */
const OPEN: ReadonlySet<DrillRecord['verdict']> = new Set(['unavailable', 'inconclusive', 'interrupted'])

const isGood = (drill: DrillRecord): boolean => drillEnd(drill) === 'pass'

/** What one drill came to twice. One run on each side says nothing about spread: what decides is its verdict and its objectives, and not which time was shorter. */
export function drillRows(
  base: DrillRecord | undefined,
  candidate: DrillRecord,
  fields: {readonly drill: readonly ContractField[]; readonly times: readonly ContractField[]},
): ComparisonRow[] {
  const row = (metric: string, unit: string, direction: ComparisonRow['direction']) =>
    ({...BARE, row_id: `${candidate.id}/${metric}`, metric, unit, direction}) as const
  const time = (metric: 'detect_s' | 'recover_s', before: Time | undefined, now: Time): ComparisonRow => ({
    ...row(metric, 's', 'lower'),
    base_estimate: before?.seconds ?? null,
    candidate_estimate: now.seconds,
    ...judged(base, fields.times, (other) => timeStatus(before, now, isGood(other) && isGood(candidate))),
    broken: fields.times.filter(({ok}) => !ok),
  })
  return [
    {
      ...row('verdict', 'pass', 'higher'),
      base_estimate: base === undefined ? null : Number(isGood(base)),
      candidate_estimate: Number(isGood(candidate)),
      ...judged(base, fields.drill, (other) => verdictStatus(other, candidate)),
      broken: fields.drill.filter(({ok}) => !ok),
    },
    ...(candidate.sham || candidate.verdict === 'skipped'
      ? []
      : [time('detect_s', base?.detect, candidate.detect), time('recover_s', base?.recover, candidate.recover)]),
  ]
}

function judged(
  base: DrillRecord | undefined,
  fields: readonly ContractField[],
  status: (base: DrillRecord) => Judged,
): Judged {
  if (base === undefined) return {status: 'incomparable', reason: 'the base did not hold this drill'}
  const broken = brokenText(fields)
  return broken === undefined ? status(base) : {status: 'incomparable', reason: broken}
}

function verdictStatus(base: DrillRecord, candidate: DrillRecord): Judged {
  const reason = `${base.verdict}, now ${candidate.verdict}`
  if (base.verdict === 'skipped' || candidate.verdict === 'skipped') return {status: 'incomparable', reason}
  if (isGood(base) && isGood(candidate)) return {status: 'equivalent'}
  if (OPEN.has(candidate.verdict)) return {status: 'inconclusive', reason}
  if (isGood(candidate)) return {status: 'improved', reason}
  return {status: isGood(base) || OPEN.has(base.verdict) ? 'regressed' : 'equivalent', reason}
}

/** Where both drills passed a time that is unmeasured on both sides has no objective. */
function timeStatus(before: Time | undefined, now: Time, areGood: boolean): Judged {
  const [was, is] = [before?.met ?? null, now.met]
  const reason = `${objectiveWord(was)}, now ${objectiveWord(is)}`
  if (was === null && is === null && areGood) return {status: 'equivalent', reason}
  if (is === null) return {status: 'inconclusive', reason}
  if (was === null) return {status: is ? 'improved' : 'regressed', reason}
  if (was === is) return {status: 'equivalent', ...(!is && {reason})}
  return {status: is ? 'improved' : 'regressed', reason}
}

/** Whether a time was within its objective, in a word. */
export const objectiveWord = (met: boolean | null): 'met' | 'missed' | 'unmeasured' =>
  met === null ? 'unmeasured' : met ? 'met' : 'missed'
