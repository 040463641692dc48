import type {ExecutionShare} from '#gate/execution-rule'
import type {Work} from '../trial/work.ts'

/** A provider in a suite is one share, so that many easy trials hide no broken suite. */
export function sharesOf({cells, unreachable}: Pick<Work, 'cells' | 'unreachable'>): ExecutionShare[] {
  const byName = new Map<string, ExecutionShare>()
  for (const {facts, planned, episodes} of cells) {
    const select = `${facts.suite.name}/${facts.provider}`
    const before = byName.get(select) ?? {select, planned: 0, unreachable: 0, wrong: 0}
    const errors = (kind: 'unreachable' | 'wrong') => episodes.filter(({error}) => error?.kind === kind).length
    byName.set(select, {
      select,
      planned: before.planned + planned,
      unreachable: before.unreachable + errors('unreachable'),
      wrong: before.wrong + errors('wrong'),
    })
  }
  return [
    ...unreachable.map((provider) => ({select: provider, planned: 1, unreachable: 1, wrong: 0})),
    ...byName.values(),
  ]
}
