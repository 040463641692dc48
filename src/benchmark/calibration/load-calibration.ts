import {join} from 'node:path'
import {benchmarkCalibration} from '#contract/generated/benchmark-calibration'
import type {BenchmarkCalibration} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import type {FileReader} from '#path/files'
import {RUNS} from '#run/layout'

export const CALIBRATION = 'results/calibration.json'
const LIMIT_BYTES = 64 * 1024 * 1024

/** The newest accepted calibration of a workspace that was made on this machine; files that cannot be read are skipped. */
export async function loadCalibration(
  workspace: string,
  fingerprint: string,
  reader: Pick<FileReader, 'facts' | 'list' | 'read'>,
): Promise<BenchmarkCalibration | undefined> {
  const folder = join(workspace, RUNS)
  if (reader.facts(folder)?.kind !== 'directory') return undefined
  const names = reader.list(folder).map(({name}) => name)
  for (const name of names.sort().reverse()) {
    const path = join(folder, name, CALIBRATION)
    const found = reader.facts(path)?.kind === 'file' ? readCalibration(reader.read(path, LIMIT_BYTES)) : undefined
    if (found?.machine.fingerprint === fingerprint && found.refused === null) return found
  }
  return undefined
}

function readCalibration(bytes: Uint8Array): BenchmarkCalibration | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes))
    return issuesOf(benchmarkCalibration, value) === undefined ? (value as BenchmarkCalibration) : undefined
  } catch {
    return undefined
  }
}
