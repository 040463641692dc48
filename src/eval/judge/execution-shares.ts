import type {ErrorKind, ExecutionShare} from '#gate/execution-rule'
import type {EvalFindings} from './work.ts'

type SharedWork = Pick<EvalFindings, 'cells' | 'unreachable'> & Partial<Pick<EvalFindings, 'refused'>>

/** A provider in a suite is one share, so that many easy trials hide no broken suite. Trials that never ran make no error rarer. */
export function executionShares(
  {cells, unreachable, refused = []}: SharedWork,
  areErrorsOfPlanned = false,
): ExecutionShare[] {
  const byName = new Map<string, ExecutionShare>()
  for (const {facts, episodes, sequence, ...cell} of cells) {
    const planned = areErrorsOfPlanned && !sequence ? cell.planned : episodes.length
    const select = `${facts.suite.name}/${facts.provider}`
    const before = byName.get(select) ?? {select, planned: 0, unreachable: 0, wrong: 0}
    const errors = (kind: ErrorKind) => episodes.filter(({error}) => error?.kind === kind).length
    byName.set(select, {
      select,
      planned: before.planned + planned,
      unreachable: before.unreachable + errors('unreachable'),
      wrong: before.wrong + errors('wrong'),
      refused: (before.refused ?? 0) + errors('refused'),
    })
  }
  return [
    ...refused.map((provider) => ({select: provider, planned: 1, unreachable: 0, wrong: 0, refused: 1})),
    ...unreachable.map((provider) => ({select: provider, planned: 1, unreachable: 1, wrong: 0})),
    ...byName.values(),
  ]
}
