import type {EvalEpisode, EvalRow, RuleOutcome} from '#contract/generated/types'
import type {Case} from '#report/report'
import type {EvalSettings} from '../model/eval-settings.ts'

/** `suite.env.provider` of what a rule looked at; `all` where it looked at several. */
export function placeOf({id, select}: RuleOutcome, rows: readonly EvalRow[]): string {
  const own = rows.filter(({rule_ids}) => rule_ids.includes(id))
  const [suite, provider] = select.split('/')
  if (own.length === 0) return [suite, 'all', provider].filter(Boolean).join('.')
  const one = (values: readonly string[]) => (new Set(values).size === 1 && values[0] !== '*' ? values[0] : 'all')
  return [one(own.map((row) => row.suite)), one(own.map((row) => row.env)), one(own.map((row) => row.provider))].join(
    '.',
  )
}

/** Every case of the contract in every environment: it holds when all of its trials succeeded. */
export function fineContractCases(episodes: readonly EvalEpisode[], {suites}: EvalSettings): Case[] {
  const kinds = new Map(suites.map(({name, kind}) => [name, kind]))
  const tried = episodes.filter((one) => one.case !== undefined && kinds.get(one.suite) === 'contract')
  const groups = Map.groupBy(tried, (one) => JSON.stringify([one.suite, one.env, one.provider, one.case]))
  return [...groups.values()].flatMap((own): Case[] => {
    const [first] = own
    if (first === undefined) return []
    const frame = {
      suite: first.suite,
      className: `${first.suite}.${first.env}.${first.provider}`,
      name: first.case ?? first.suite,
    }
    const bad = own.find(({success}) => !success)
    if (bad === undefined) return [{...frame, status: 'passed'}]
    const message = bad.error ? `${bad.error.code}: ${bad.error.message}` : (bad.reason ?? 'failed')
    return [{...frame, status: bad.error ? 'error' : 'failed', type: bad.error?.code ?? 'fail', message}]
  })
}
