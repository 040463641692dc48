import {globSync} from 'node:fs'
import type {NodeTarget, NodeUpgradePlan} from '#contract/generated/types'
import {backSteps} from '#upgrade/model/back-steps'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {Tally} from '../campaign/tally.ts'
import type {Death} from '../upgrade/die-at-record.ts'
import {startDriver, toldBy} from '../upgrade/drive-killed.ts'
import {BESIDE_EACH_OTHER, EXEC, KUBERNETES, putNodePrograms, SYSTEMD} from '../upgrade/node-programs.ts'
import {putBeside} from '../upgrade/put-beside.ts'
import {makeSite, type TestSite} from '../upgrade/test-site.ts'

/** As an address: options of Node are parted at blanks. */
const PRELOAD = import.meta.resolve('../upgrade/die-at-record.ts')
const [FROM, TO] = ['1.0.0', '1.1.0']
const QUICK = ['--apply', '--no-window', '--stable', '1ms']

/** Whoever works on nodes, and how. Each moves the data of one node, and back. */
export const WAYS = ['embedded', 'exec', 'systemd', 'kubernetes', 'blue-green'] as const
type Way = (typeof WAYS)[number]

const TARGETS: Readonly<Record<Exclude<Way, 'blue-green'>, Partial<NodeTarget>>> = {
  embedded: {},
  exec: {adapter: EXEC},
  systemd: {adapter: SYSTEMD},
  kubernetes: {adapter: KUBERNETES},
}

/** Ends the driver at each record of its ledger, there and back, whoever works on the node: between a record and its act, before the act is recorded, and after. */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const tally = new Tally()
  const ways = depth === 'full' ? WAYS : WAYS.slice(seed % WAYS.length, (seed % WAYS.length) + 1)
  for (const way of ways) await killedAtEachRecord(way, tally, depth === 'full' ? undefined : seed)
  return {name: 'driver-kills', ...tally}
}

/** `draw`: where there is one, of each way one death that it chooses. */
export async function killedAtEachRecord(way: Way, tally: Tally, draw?: number): Promise<void> {
  await using site = await makeSite(way === 'blue-green' ? {} : {over: TARGETS[way]})
  const {env} = putNodePrograms(site)
  await using _front = way === 'blue-green' ? await putBeside(site) : undefined
  if (way === 'blue-green') site.retarget({adapter: {...EXEC, ...BESIDE_EACH_OTHER}})
  const before = site.inventory('v1')
  const drive = driverOf(site, env)
  const begin = ['upgrade', '--to', TO, ...QUICK, ...(way === 'blue-green' ? ['--strategy', way] : [])]
  const plan = await planOf(site, env, begin)
  const chosen = (deaths: readonly Death[]) =>
    draw === undefined ? deaths : deaths.slice(draw % deaths.length).slice(0, 1)

  const forth = chosen(
    deathsAt(
      plan.steps.map(({id}) => id),
      'forth',
    ),
  )
  const kills = {forth: 0, back: 0}
  let words = begin
  for (const death of forth) {
    if (await drive.killed(words, death)) kills.forth++
    else tally.hold(`${way}: it lived through ${JSON.stringify(death)}`, false)
    if (globSync('runs/.state/upgrades/*/ledger.ndjson', {cwd: site.folder}).length > 0)
      words = ['upgrade', '--resume', 'latest']
  }
  const done = await drive.whole(words)
  tally.hold(
    `${way}, killed ${kills.forth} times: ${done.exit.reason}`,
    done.exit.code === 0 && done.state === 'rolled',
  )
  tally.hold(`${way}: users see another inventory`, site.inventory('v1') === before)

  const begun = {forth: new Set(plan.steps.map(({id}) => id)), back: new Set<string>()}
  const back = chosen(
    deathsAt(
      backSteps(plan, {begun, moved: new Map()}).map(({id}) => id),
      'back',
    ),
  )
  for (const death of back) {
    if (await drive.killed(['rollback', '--apply'], death)) kills.back++
    else tally.hold(`${way}: the way back lived through ${JSON.stringify(death)}`, false)
  }
  const end = await drive.whole(['rollback', '--apply'])
  tally.hold(`${way}, killed ${kills.back} times on the way back: ${end.exit.reason}`, end.exit.code === 5)
  tally.hold(`${way}: the release before is not there`, site.release('v1') === FROM)
  tally.hold(`${way}: the inventory before is not there`, site.inventory('v1') === before)
  tally.notes.push(`${way}: ${kills.forth} drivers killed there, ${kills.back} on the way back`)
}

/** Both ends of the act of each step, and its record. */
function deathsAt(steps: readonly string[], way: Death['way']): Death[] {
  return steps.flatMap((step) => [
    {kind: 'intent', step, way, when: 'after'},
    {kind: 'end', step, way, when: 'before'},
    {kind: 'end', step, way, when: 'after'},
  ])
}

function driverOf(site: TestSite, env: TestSite['env']) {
  const start = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    startDriver({...site, env: {...env, ...more}}, words)
  return {
    killed: async (words: readonly string[], death: Death) => {
      const more = {NODE_OPTIONS: `--import ${PRELOAD}`, ASSAY_TEST_DEATH: JSON.stringify(death)}
      return (await start(words, more).ended).signal === 'SIGKILL'
    },
    whole: async (words: readonly string[]) => toldBy(await start(words).ended),
  }
}

async function planOf(site: TestSite, env: TestSite['env'], begin: readonly string[]): Promise<NodeUpgradePlan> {
  const words = begin.filter((word) => word !== '--apply')
  const {out} = await startDriver({...site, env}, words).ended
  return (JSON.parse(out) as {plan: NodeUpgradePlan}).plan
}
