import {driverWays} from '#audit/driver-ways'
import type {RunManifest} from '#contract/generated/types'
import {JOURNAL} from '#run/layout'

/** What is known of a run whose process never recorded its end; for an upgrade, also how to see its state and continue it. */
export function endlessLines(run: RunManifest): string[] {
  const ways = driverWays(run)
  const told = `## What happened\n\nNo end of it is recorded: its process was killed or lost, and its exit nobody knows. \`${JOURNAL}\` of the run tells what it did last.\n`
  if (ways === undefined) return [told]
  const {look, next, back} = ways
  return [
    told,
    'It drove an upgrade of nodes, which may stand in the middle, with a node that stands still or takes no writes. Where it stands, and what is next at this moment:\n',
    `    ${look}\n`,
    ...(next === null ? [] : ['To go on from where it was:\n', `    ${next}\n`]),
    ...(back === null ? [] : ['To put back what was done instead:\n', `    ${back}\n`]),
  ]
}
