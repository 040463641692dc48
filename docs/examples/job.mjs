// Runs a job file: its steps are one run with one verdict and one evidence bundle.
import {runJob} from '@assay-trials/assay'

const {exit, items, bundle} = await runJob({
  workspace: new URL('out/', import.meta.url),
  job: new URL('job.yaml', import.meta.url),
  inputs: {trials: 5},
  env: process.env,
})
console.log(exit.name, bundle.complete, bundle.verified)
for (const {step_id, state, reason} of items) console.log(step_id, state, reason)

// ok true true
// health pass all healthy
// contract pass 2 of 2 rules passed
