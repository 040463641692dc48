import type {CampaignResult, Depth} from '../campaign/result.ts'
import {tryEntry} from '../canary/campaign.ts'
import {ENTRIES} from '../canary/entries.ts'
import {canaryValues} from '../canary/values.ts'
import {seeded} from '../seeded.ts'

const SAMPLE = 3

/** Plants secrets through every entry and searches every output in every encoding. A failure names a value by its number only. */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const all = canaryValues(seed)
  const pick = seeded(seed)
  const values = depth === 'full' ? all : Array.from({length: SAMPLE}, (_, at) => all[at * 16 + pick(16)] ?? '')
  const failures: string[] = []
  const notes: string[] = []
  let checks = 0
  for (const entry of ENTRIES) {
    const end = await tryEntry(entry, values, {isQuick: depth !== 'full'})
    checks += end.checks
    failures.push(
      ...end.leaks.map(({output, value, encoding}) => `${entry.name}: value ${value} as ${encoding} in ${output}`),
      ...end.unseen.map((one) => `${entry.name}: the control run did not see ${one}`),
    )
    notes.push(`${entry.name}: ${end.outputs} outputs, ${end.shown} checks that fail without the redactor`)
  }
  return {name: 'canary', checks, failures, notes}
}
