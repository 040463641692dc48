import {BENCHMARK_CASES} from './benchmark-cases.ts'
import type {CoverageCase} from './coverage.ts'
import {EVAL_CASES} from './eval-cases.ts'

/** Every interval that decides, over the data it meets and the sizes it is used at. */
export const COVERAGE_CASES: readonly CoverageCase[] = [...BENCHMARK_CASES, ...EVAL_CASES]
