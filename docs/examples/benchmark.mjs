// Measures two operations of a provider in processes of their own and holds them against a rule.
import {benchmark} from '@assay-trials/assay'

const {exit, rows} = await benchmark({
  workspace: new URL('out/', import.meta.url),
  providers: ['analytic'],
  operations: ['predict', 'score'],
  iterations: 50,
  thresholds: ['predict: success_rate>=1'],
})
console.log(exit.name)
for (const {operation, success_count, error_count, p50_latency_ms} of rows) {
  console.log(operation, success_count, error_count, p50_latency_ms !== null)
}

// ok
// predict 50 0 true
// score 50 0 true
