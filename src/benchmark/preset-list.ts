import type {BenchmarkPresetList} from '#contract/generated/types'
import {exitNamed} from '#error/exit'
import {PRESETS} from './preset.ts'
import {presetReport} from './preset-report.ts'

/** What --list-presets answers. */
export function presetList() {
  const exit = exitNamed('ok', 'listed')
  const result: BenchmarkPresetList = {schema_version: 1, command: 'benchmark', exit, presets: [...PRESETS]}
  return {result, report: presetReport(result)}
}
