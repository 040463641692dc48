import {finite} from '#contract/json'
import {ProviderError} from '#error/provider-error'
import {Tensor} from '#world/tensor/tensor'
import type {PolicyAnswer} from '../../model/provider.ts'
import {violation} from '../../model/provider-fault.ts'
import {answerObject, whatCame} from '../../model/value-check.ts'
import {numberRows} from './json-numpy.ts'

/** More rows than any chunk has. */
const MOST_ROWS = 10_000
const TOLERANCE = 1e-6

/** Raw actions `actions: [horizon, dimension]` from a reply of `/act`; the horizon is a flag of the server. Throws `upstream_error`, `contract_violation`. */
export function actAnswer(value: unknown, embodiment: string): PolicyAnswer {
  // The server answers 200 with this text when its model threw.
  if (value === 'error') throw new ProviderError('upstream_error', 'the policy failed inside', {retryable: false})
  if (typeof value === 'string') throw violation('reply is a text, not actions')
  const body = answerObject(value)
  const actions = checkedRows(body['actions'], 'actions')
  const claimed = body['value_prediction']
  if (claimed !== undefined && claimed !== null && finite(claimed) === undefined)
    throw violation(`value_prediction is ${whatCame(claimed)}, not a finite number`)
  checkAlternatives(body['all_actions'], actions)
  return {
    raw_actions: {actions: Tensor.of('float32', [actions.length, actions[0]?.length ?? 0], actions.flat())},
    action_horizon: actions.length,
    embodiment_tag: embodiment,
    metadata: {...(typeof claimed === 'number' && {value_prediction: claimed})},
  }
}

function checkedRows(value: unknown, name: string): number[][] {
  const rows = numberRows(value, name)
  const width = rows[0]?.length ?? 0
  if (width === 0 || rows.length > MOST_ROWS || rows.some((row) => row.length !== width))
    throw violation(`${name} are ${rowsThatCame(rows)}, not 1 to ${MOST_ROWS} rows of one length`)
  if (rows.some((row) => !row.every((number) => Number.isFinite(Math.fround(number)))))
    throw violation(`${name} hold a number beyond float32`)
  return rows
}

function rowsThatCame(rows: readonly (readonly number[])[]): string {
  const widths = rows.map((row) => row.length)
  const [least, most] = [Math.min(...widths), Math.max(...widths)]
  return `${rows.length} rows of ${least === most ? least : `${least} to ${most}`} numbers`
}

/** Where the server shows all it sampled, what it chose must be among them. */
function checkAlternatives(value: unknown, chosen: readonly (readonly number[])[]): void {
  if (value === undefined || value === null) return
  if (!Array.isArray(value)) throw violation(`all_actions are ${whatCame(value)}, not a list`)
  const all = value.map((one) => checkedRows(one, 'all_actions'))
  const isChosen = (rows: readonly (readonly number[])[]) =>
    rows.length === chosen.length &&
    rows.every((row, at) => row.every((number, axis) => Math.abs(number - (chosen[at]?.[axis] ?? 0)) <= TOLERANCE))
  if (!all.some(isChosen)) throw violation('actions are none of all_actions')
}
