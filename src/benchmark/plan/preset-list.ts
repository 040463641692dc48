import type {BenchmarkPresetList} from '#contract/generated/types'
import {exitNamed} from '#error/exit'
import {PRESETS, presetNamed} from '../model/preset.ts'
import {presetReport} from './preset-report.ts'

/** The answer to --list-presets, and to --show-preset for the one that is named. Throws `preset_unknown`. */
export function presetList(name?: string) {
  const exit = exitNamed('ok', 'listed')
  const presets = name === undefined ? [...PRESETS] : [presetNamed(name)]
  const result: BenchmarkPresetList = {schema_version: 1, command: 'benchmark', exit, presets}
  return {result, report: presetReport(result)}
}
