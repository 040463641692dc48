import type {NodeStepChecks} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {isSpared} from '#host/check/open-budget'

/** As long as a caveat may be. */
const LONGEST = 500

/** What whoever reads of an upgrade must know of checks that would have halted it and were asked in part alone, for want of requests. */
export function sparedRemarks(kept: readonly {readonly document: NodeStepChecks}[]): string[] {
  const spared = kept.flatMap(({document: {node, step, checks}}) =>
    checks
      .filter(({status, severity, reason}) => status === 'warn' && severity === 'critical' && isSpared(reason))
      .map(({id, reason}) => ({where: node === '' ? step : node, told: `${id}: ${reason ?? ''}`})),
  )
  return [...Map.groupBy(spared, ({told}) => told)].map(([told, all]) =>
    cutText(`${[...new Set(all.map(({where}) => where))].join(', ')}: ${told}`, LONGEST),
  )
}
