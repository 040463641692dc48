import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {type DrillDeath, drillDeaths} from '../campaign/drill-deaths.ts'
import type {Fault} from '../campaign/fault.ts'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {callsOf, runFaulty, twoAtATime} from '../campaign/run-faulty.ts'
import {seededDrill} from '../campaign/seeded-drill.ts'
import {assay} from '../hall-rig.ts'
import {tempDir} from '../temp-dir.ts'

const DRILL = 'own.yaml'
const CONDUCT = ['drills', DRILL]
const RECOVER = ['drills', 'recover', '--format', 'json']
const PRECIOUS = 'precious.txt'

/** A drill that seeds make may make fewer calls than the one that was counted, and calls of a heartbeat come as they come. */
const MOST_TRIES = 8
const SHORTER = 0.7

interface Ending {
  readonly isDead: boolean
  readonly end: string
  readonly bad: readonly string[]
}

/**
 * Kills the engine of drills at calls of the file system: the whole course of one drill, phase by phase and between a record and what it announces, and then drills
 * that seeds make, at points that seeds choose. Whatever it left must be put back by `drills recover`, which may itself be killed, and nothing may be open unseen.
 */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const failures: string[] = []
  const ends = new Map<string, number>()
  using dir = workspaceOf(seededDrill(seed))
  const calls = await callsOf(dir.path, CONDUCT)
  let kills = 0
  await twoAtATime(drillDeaths(calls, {depth, seed}), async (death) => {
    const {isDead, end, bad} = await dieWithin(death)
    if (isDead) kills++
    ends.set(end, (ends.get(end) ?? 0) + 1)
    failures.push(...bad.map((one) => `${death.name}: ${one}`))
  })
  const told = [...ends].sort().map(([end, count]) => `${count} ${end}`)
  return {name: 'drills', checks: kills, failures, notes: [`${calls.length} calls of one drill`, ...told]}
}

/** Where the drill had ended before that call, it dies at an earlier one. */
async function dieWithin(death: DrillDeath): Promise<Ending> {
  let ending = await dieAndRecover(death, death.fault)
  let {at} = death.fault
  for (let tries = 1; !ending.isDead && ending.bad.length === 0 && tries < MOST_TRIES; tries++) {
    at = Math.max(1, Math.floor(at * SHORTER))
    ending = await dieAndRecover(death, {...death.fault, at})
  }
  return ending.isDead ? ending : {...ending, bad: [...ending.bad, 'the engine was not killed']}
}

function workspaceOf(drill: string) {
  const dir = tempDir()
  writeFileSync(join(dir.path, DRILL), drill)
  writeFileSync(join(dir.path, PRECIOUS), PRECIOUS)
  return dir
}

async function dieAndRecover({drill, recoveryDiesAt}: DrillDeath, fault: Fault): Promise<Ending> {
  using dir = workspaceOf(drill)
  const death = await runFaulty(dir.path, CONDUCT, fault)
  const isDead = death.signal === 'SIGKILL'
  const bad = isDead || death.code === 0 ? [] : [`the drill ended with ${death.code}: ${death.out.slice(-300)}`]
  const wasOpen = openChanges(dir.path)
  if (isDead && wasOpen > 0) {
    const refused = await type(dir.path, CONDUCT)
    if (refused.code !== 6) bad.push(`a drill over ${wasOpen} open changes ended with ${refused.code}`)
  }
  if (recoveryDiesAt !== undefined) await runFaulty(dir.path, RECOVER, {how: 'before', at: recoveryDiesAt})
  const recovered = await type(dir.path, RECOVER)
  if (recovered.code !== 0 && recovered.code !== 5) bad.push(`recover ended with ${recovered.code}: ${recovered.out}`)
  if (wasOpen > 0 && recoveryDiesAt === undefined && recovered.code !== 5) bad.push('recover saw no open change')
  const again = await type(dir.path, RECOVER)
  if (again.code !== 0) bad.push(`recovering again ended with ${again.code}`)
  return {isDead, end: `${isDead ? 'killed' : 'lived'}, recover ${recovered.code}`, bad: [...bad, ...leftIn(dir.path)]}
}

/** In this process, as somebody would who comes after the one that died. */
function type(workspace: string, argv: readonly string[]) {
  return assay(argv, {cwd: workspace, env: {PATH: process.env['PATH'] ?? ''}})
}

/** Changes that the journal announces and that no record says to be undone: counted by the text alone, not by the code that recovers. */
function openChanges(workspace: string): number {
  const runs = join(workspace, 'runs')
  const names = existsSync(runs) ? readdirSync(runs).filter((name) => /^\d{8}T\d{9}Z-/.test(name)) : []
  const texts = names.flatMap((name) => {
    const path = join(runs, name, 'journal.ndjson')
    return existsSync(path) ? [readFileSync(path, 'utf8')] : []
  })
  const whole = texts.map((text) => text.slice(0, text.lastIndexOf('\n') + 1)).join('')
  const armed = whole.match(/"type":"undo\.armed"/g)?.length ?? 0
  return armed - (whole.match(/"type":"undo\.done"/g)?.length ?? 0)
}

function leftIn(workspace: string): string[] {
  const sites = join(workspace, 'runs', '.state', 'drills')
  const left = existsSync(sites) ? readdirSync(sites, {recursive: true}).map(String) : []
  const isWhole = readFileSync(join(workspace, PRECIOUS), 'utf8') === PRECIOUS
  return [
    // A folder of a run without a change in it was made and not yet used: nothing is broken in it.
    ...(left.some((name) => name.includes('home')) ? [`a site is left: ${left.slice(0, 5).join(' ')}`] : []),
    ...(isWhole ? [] : ['a file beside the drill was changed']),
  ]
}
