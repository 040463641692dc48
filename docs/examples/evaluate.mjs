// Evaluates a right and a wrong model of a world; every trial, row and rule is kept in a run of the workspace.
import {AssayError, evaluate} from '@assay-trials/assay'

const workspace = new URL('out/', import.meta.url)
const {exit, run_path, measurement} = await evaluate({
  workspace,
  suites: ['closed-loop'],
  environments: ['two-room'],
  providers: ['analytic', 'zoo.sign-flip'],
  planner: 'quick',
})
console.log(exit.name, run_path.startsWith('runs/'))
for (const {provider, metric, estimate, n, state} of measurement.rows) {
  if (metric === 'success_rate') console.log(provider, estimate, n, state)
}

try {
  await evaluate({workspace, providers: ['analytik']})
} catch (error) {
  if (error instanceof AssayError) console.log(error.code, error.hint)
}

// failed true
// analytic 1 20 pass
// zoo.sign-flip 0 20 fail
// unknown_provider Did you mean analytic?
