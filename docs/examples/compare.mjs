// Compares a candidate with a base run, pair by pair of equal seeds, and keeps the comparison as a page.
import {existsSync} from 'node:fs'
import {compareRuns, evaluate} from '@assay-trials/assay'

const workspace = new URL('out/', import.meta.url)
const asked = {workspace, suites: ['closed-loop'], environments: ['two-room'], planner: 'quick', noGate: true}
const base = await evaluate({...asked, providers: ['analytic']})
const candidate = await evaluate({...asked, providers: ['zoo.sign-flip']})

const page = new URL('comparison.html', import.meta.url)
const {exit, comparisons} = await compareRuns({
  workspace,
  base: base.run_id,
  candidates: [candidate.run_id],
  reports: [page],
})
console.log(exit.name, existsSync(page))
for (const {metric, base_estimate, candidate_estimate, status} of comparisons[0].rows) {
  if (metric === 'success_rate') console.log(metric, base_estimate, candidate_estimate, status)
}

// failed true
// success_rate 1 0 regressed
