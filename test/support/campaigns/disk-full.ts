import {readdirSync} from 'node:fs'
import {EXIT} from '#error/exit'
import {changedFiles, readingFaults, snapshot} from '../campaign/check-workspace.ts'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {runFaulty} from '../campaign/run-faulty.ts'
import {runFaultyHere} from '../campaign/run-faulty-here.ts'
import {makeTemplate, type Scenario, scenariosOf, type Template} from '../campaign/scenarios.ts'
import {mountVolume, type SmallVolume, whyNoVolume} from '../campaign/small-volume.ts'

const LARGE_KIB = 16 * 1024
const SIZES: Readonly<Record<Depth, number>> = {sample: 2, full: 64}

/** Of a sample, the first volume of each kind is met by a program of its own, the others by the same command line in this process. */
const programAt = (at: number, depth: Depth) => (depth === 'full' || at === 0 ? runFaulty : runFaultyHere)

/** Runs the writing commands on volumes that are too small, full to the last byte, or read-only. Without the right to mount it checks nothing. */
export async function run(depth: Depth): Promise<CampaignResult> {
  const reason = whyNoVolume()
  if (reason !== undefined) return {name: 'disk-full', checks: 0, failures: [], notes: [`skipped: ${reason}`]}
  using template = await makeTemplate()
  const failures: string[] = []
  const notes: string[] = []
  let checks = 0
  for (const scenario of scenariosOf(depth).filter((one) => !one.removes)) {
    const sizes = await sizesFor(scenario, template, SIZES[depth])
    for (const [at, sizeKib] of sizes.entries())
      failures.push(...(await meetFullDisk(scenario, {template, sizeKib, run: programAt(at, depth)})))
    checks += sizes.length
    notes.push(`${scenario.name}: ${sizes.length} volumes of ${sizes[0]} to ${sizes.at(-1)} KiB`)
  }
  for (let spare = 0; spare < SIZES[depth]; spare++)
    failures.push(...(await cleanUpFullDisk({template, spareKib: 4 * spare, run: programAt(spare, depth)})))
  notes.push(`runs cleanup: ${SIZES[depth]} volumes with 0 to ${4 * (SIZES[depth] - 1)} KiB left`)
  failures.push(...(await meetReadOnly(template, depth)))
  return {name: 'disk-full', checks: checks + SIZES[depth] + scenariosOf(depth).length, failures, notes}
}

interface Meeting {
  readonly template: Template
  readonly run: typeof runFaulty
}

/** It says so, keeps what was there, and works once there is room. */
async function meetFullDisk(
  scenario: Scenario,
  {template, run, sizeKib}: Meeting & {readonly sizeKib: number},
): Promise<string[]> {
  const {runs} = template
  const sealable = runs.at(-1)
  using volume = mountVolume(sizeKib, template.path)
  const before = snapshot(volume.path)
  const {code, out, err} = await run(volume.path, [...scenario.argv(runs), '--format', 'json'])
  const document = JSON.parse(out)
  const isToldLost = code === EXIT.inconclusive && document.exit.reason.includes('events could not be written')
  const isToldFull = code === EXIT.unavailable && document.error?.code === 'disk_full'
  const found = isToldLost || isToldFull ? [] : [`ended with ${code} ${document.error?.code}: ${err.slice(0, 300)}`]
  found.push(...changedFiles(volume.path, before, {sealable, removes: false}), ...(await readingFaults(volume.path)))
  if ((await list(volume)).code !== 0) found.push('cannot be listed')
  const left = readdirSync(volume.path, {recursive: true, encoding: 'utf8'})
  const temporaries = left.filter((name) => name.includes('.tmp-') && !name.includes(String(sealable)))
  found.push(...temporaries.map((name) => `${name} was left`))
  volume.change(`size=${LARGE_KIB}k`)
  const again = await runFaultyHere(volume.path, scenario.argv(runs))
  if (again.code !== 0) found.push(`with room it ended with ${again.code}: ${again.err.slice(0, 300)}`)
  return found.map((one) => `${scenario.name} in ${sizeKib} KiB: ${one}`)
}

/** A full disk can be cleaned up with no room at all to begin with. */
async function cleanUpFullDisk({template, run, spareKib}: Meeting & {readonly spareKib: number}): Promise<string[]> {
  using volume = mountVolume(LARGE_KIB, template.path)
  volume.fill(spareKib)
  const before = volume.used()
  const {code, err} = await run(volume.path, ['runs', 'cleanup', '--keep', '1', '--yes'])
  const found = code === 0 ? [] : [`cleanup ended with ${code}: ${err.slice(0, 300)}`]
  if (volume.used() >= before) found.push('cleanup made no room')
  return [...found, ...(await readingFaults(volume.path))].map((one) => `with ${spareKib} KiB left: ${one}`)
}

/** A read-only workspace is listed and shown, and every writing command names it as unwritable. */
async function meetReadOnly(template: Template, depth: Depth): Promise<string[]> {
  const {runs} = template
  using volume = mountVolume(LARGE_KIB, template.path)
  const before = snapshot(volume.path)
  volume.change('ro')
  const found: string[] = []
  for (const [at, scenario] of scenariosOf(depth).entries()) {
    const {code, out} = await programAt(at, depth)(volume.path, [...scenario.argv(runs), '--format', 'json'])
    const told = JSON.parse(out).error?.code
    if (code !== EXIT.usage || told !== 'workspace_unwritable')
      found.push(`${scenario.name} ended with ${code} ${told}`)
  }
  if ((await list(volume)).code !== 0) found.push('cannot be listed')
  if ((await runFaultyHere(volume.path, ['runs', 'show', runs[0] ?? ''])).code !== 0)
    found.push('a run cannot be shown')
  found.push(...(await readingFaults(volume.path)))
  found.push(...changedFiles(volume.path, before, {sealable: undefined, removes: false}))
  return found.map((one) => `read-only: ${one}`)
}

/** In this process: what a reader sees of a volume hangs on no process. */
const list = (volume: SmallVolume) => runFaultyHere(volume.path, ['runs', 'list', '--format', 'json'])

/** Sizes from what the template needs up to just below what the command would need as well. */
async function sizesFor(scenario: Scenario, template: Template, count: number): Promise<number[]> {
  using volume = mountVolume(LARGE_KIB, template.path)
  const full = volume.used()
  const {code, err} = await runFaultyHere(volume.path, scenario.argv(template.runs))
  if (code !== 0) throw new Error(`${scenario.name} ended with ${code}: ${err}`)
  const step = (volume.used() - full) / count
  return Array.from({length: count}, (_, at) => full + Math.floor((at * step) / 4) * 4)
}
