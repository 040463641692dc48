import type {ProviderContractCase, ProviderContractResult} from '#contract/generated/types'
import {exitFor, type VerdictState} from '#error/exit'
import type {Report} from '#report/report'

/** What was found of a provider. `state`: how far it could be looked at; `pass` when all that was asked for was tried. */
export interface ContractFindings {
  readonly provider: string
  readonly live: boolean
  readonly state: VerdictState
  readonly cases: readonly ProviderContractCase[]
  /** What it states that it can do and was not asked for, though real calls were to be made. */
  readonly unasked?: readonly string[]
}

/** Result and Report. A broken promise fails; where no promise was tried there is no verdict, whatever else was fine. */
export function contractOutcome(found: ContractFindings): {result: ProviderContractResult; report: Report} {
  const {provider, live, cases, unasked = []} = found
  const count = (status: ProviderContractCase['status']) => cases.filter((one) => one.status === status).length
  const [kept, broken, errors] = [count('passed'), count('failed'), count('error')]
  const state = verdictOf(found, {kept, broken, errors})
  const why = cases.find(({status}) => status === 'failed' || status === 'error')
  const summary = unasked.length > 0 ? unaskedWords(unasked) : `${kept} of ${cases.length} promises were tried and kept`
  const reason = why === undefined ? summary : `${why.name}: ${why.detail}`
  const result: ProviderContractResult = {
    schema_version: 1,
    command: 'provider contract',
    exit: exitFor(state, reason),
    provider,
    live,
    cases: [...cases],
  }
  const rows = cases.map(({name, status, duration_ms, detail}) => [name, status, duration_ms, detail])
  return {
    result,
    report: {
      title: `Contract of provider ${provider}`,
      status: state,
      facts: [{label: 'Real calls', value: live}],
      tables: [{name: 'promises', columns: ['promise', 'status', 'ms', 'detail'], rows}],
      cases: cases.map(({name, status, duration_ms, detail}) => ({
        suite: `contract ${provider}`,
        name,
        status,
        durationMs: duration_ms,
        ...(status !== 'passed' && {type: status, message: detail}),
      })),
      remarks: [
        ...(live ? [] : ['No real call was made: --live tries what an answer must keep.']),
        ...(unasked.length > 0 ? [`${unaskedWords(unasked)}. --input-file FILE brings questions that it takes.`] : []),
      ],
    },
  }
}

function unaskedWords(unasked: readonly string[]): string {
  return `not asked for ${unasked.join(', ')}: no question of ours is one that it takes`
}

function verdictOf(
  {state, unasked = []}: ContractFindings,
  {kept, broken, errors}: {readonly kept: number; readonly broken: number; readonly errors: number},
): VerdictState {
  if (broken > 0) return 'fail'
  if (state !== 'pass') return state
  if (errors > 0) return 'unavailable'
  return kept > 0 && unasked.length === 0 ? 'pass' : 'inconclusive'
}
