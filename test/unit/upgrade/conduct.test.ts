import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {seedStream} from '#random/stream'
import {conductUpgrade} from '#upgrade/engine/conduct-upgrade'
import {prepareStop} from '#upgrade/engine/prepare-stop'
import {waitReady, watchStable} from '#upgrade/engine/wait-node'
import {waitRoom} from '#upgrade/engine/wait-room'
import {watchHalt} from '#upgrade/engine/watch-halt'
import {progressOf} from '#upgrade/model/upgrade-progress'
import {SEED} from '../../support/seed.ts'
import {spec} from '../../support/spec.ts'
import {Killed, SimulatedNetwork} from '../../support/upgrade/simulated-network.ts'

const it = spec('upgrades of simulated networks')
const {signal} = new AbortController()
const ROUNDS = 60
const LIVES = 40

/** Drives until it is done, in as many lives as that takes; so long may the driver be gone between two of them. */
async function liveOn(network: SimulatedNetwork, random: ReturnType<typeof seedStream>): Promise<number> {
  for (let life = 0; life < LIVES; life++) {
    network.killAfter = life === LIVES - 1 ? Number.POSITIVE_INFINITY : random.int(30)
    try {
      await network.clock.through(conductUpgrade(network.work(), signal))
      const {state, reason} = progressOf(network.entries)
      if (state === 'rolled') return life
      assert.is(state, 'paused', reason)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
    for (let n = random.int(4); n > 0; n--) network.disturb()
    network.clock.tick(random.int(5_000))
  }
  return LIVES
}

it('never more than f are away when one is stopped, whoever leads, whatever falls out, wherever the driver is killed', async () => {
  let parallel = 0
  for (let round = 0; round < ROUNDS; round++) {
    const random = seedStream(`conduct ${SEED} ${round}`)
    const weights = Array.from({length: 4 + random.int(7)}, (_, at) => 1 + (at > 3 ? random.int(2) : 0))
    const tolerated = Math.ceil(weights.reduce((a, b) => a + b) / 3) - 1
    if (Math.max(...weights) > tolerated) continue
    const network = new SimulatedNetwork(weights, 1 + random.int(tolerated), random)
    const lives = await liveOn(network, random)
    const told = `round ${round}, seed ${SEED}`
    assert.equal(network.broken, [], told)
    assert.ok(lives < LIVES && network.areUp, told)
    assert.ok(
      network.versions.every((version) => version === '1.0.1'),
      told,
    )
    parallel = Math.max(parallel, network.mostAtOnce)
  }
  assert.ok(parallel > 1, 'several at once are tried too')
})

it('it pauses after so many nodes, none of which stands still, and goes on from there', async () => {
  const network = new SimulatedNetwork([1, 1, 1, 1, 1, 1, 1], 2, seedStream('pause'))
  for (const left of [4, 1]) {
    await network.clock.through(conductUpgrade(network.work(3), signal))
    const {state, reason} = progressOf(network.entries)
    assert.is(state, 'paused')
    assert.match(reason, /^3 upgraded as asked, left: /)
    assert.equal([network.versions.filter((one) => one === '1.0.0').length, network.areUp], [left, true])
  }
  await network.clock.through(conductUpgrade(network.work(3), signal))
  assert.is(progressOf(network.entries).state, 'rolled')
})

it('an interrupt is heard once no node stands still', async () => {
  const network = new SimulatedNetwork([1, 1, 1, 1], 1, seedStream('interrupt'))
  const control = new AbortController()
  const work = network.work()
  const {append} = work.ledger
  const ledger = {
    ...work.ledger,
    append: async (entry: Parameters<typeof append>[0]) => {
      await append(entry)
      if (entry.kind === 'intent' && entry.step.startsWith('stop:')) control.abort('SIGINT')
    },
  }
  await network.clock.through(conductUpgrade({...work, ledger}, control.signal))
  assert.is(progressOf(network.entries).state, 'paused')
  assert.equal([network.areUp, network.versions.filter((one) => one === '1.0.1').length], [true, 1])
})

it('a disk that is full in the middle is told as that, with the state and what goes on', async () => {
  const told = async (appends: number) => {
    const network = new SimulatedNetwork([1, 1, 1, 1], 1, seedStream('full'))
    network.killAfter = appends
    network.kill = () => new AssayError('disk_full', 'the disk is full')
    const work = network.work()
    const end = network.clock.through(watchHalt(work, () => conductUpgrade(work, signal)))
    return {
      error: await end.then(
        () => undefined,
        (error: unknown) => error as AssayError,
      ),
      network,
    }
  }
  let halts = 0
  for (let appends = 0; appends < 16; appends++) {
    const {error, network} = await told(appends)
    assert.is(error?.code, network.entries.some(isStop) ? 'upgrade_halted' : 'disk_full')
    assert.match(error?.hint ?? '', /State (planned|preparing|stepping), next: assay node upgrade .*--resume RUN$/)
    if (error?.code !== 'upgrade_halted') continue
    halts++
    const isStill = !network.areUp || network.entries.some(isStopOpen(network))
    const what = isStill ? /^v\d may stand still, and the driver/ : /^the upgrade is not over, and the driver/
    assert.match(error.message, what)
    assert.match(error.message, /cannot go on: the disk is full$/)
    assert.match(error.hint, 'State stepping, next: assay node upgrade --target node.yaml --resume RUN')
  }
  assert.ok(halts > 2)
})

/** A network of four of which some are away whenever it is looked, and what is told of that meanwhile. */
function awayScene(away: (look: number) => Record<string, object>) {
  const network = new SimulatedNetwork([1, 1, 1, 1], 1, seedStream('away'))
  const work = network.work()
  const told: string[] = []
  let looks = 0
  const tell = (text: string) => void told.push(`${looks}: ${text}`)
  const progress = {update: (_done: number, _total: number, note: string) => tell(note), tell}
  const look = async () => {
    const now = away(looks++)
    const well = {validator: true, weight: 1, answers: true, synced: true, ready: true, leader: 'v1', isLeader: false}
    return ['v1', 'v2', 'v3', 'v4'].map((name) => ({...well, name, ...now[name]})) as never
  }
  return {
    network,
    told,
    work: {...work, sight: {...work.sight, look}, ports: {...work.ports, progress}} as never,
  }
}

it('who is away is told at once and once, stays in the line, and is named in the end with where to look', async () => {
  const {network, told, work} = awayScene(() => ({v2: {answers: false, synced: undefined}}))
  const end = await network.clock.through(prepareStop(work, 'v4', signal))
  const why = 'too many validators are away for one more: v2 does not answer'
  const next = 'See them with assay node status --target node.yaml and start what does not answer'
  assert.equal(end, {state: 'open', detail: `${why}. ${next}`})
  assert.equal(told, [
    '1: hand_over:v4 waits: v2 does not answer',
    '1: hand_over:v4 waits, for too many validators are away: v2 does not answer.',
  ])
})

it('who comes back is waited for no longer, and who does not get into step is told as that', async () => {
  const {network, told, work} = awayScene((look) =>
    look < 9 ? {v2: look < 5 ? {answers: false} : {synced: false}} : {},
  )
  assert.is((await network.clock.through(prepareStop(work, 'v4', signal))).state, 'good')
  assert.equal(
    told.filter((text) => !text.endsWith('.')),
    ['1: hand_over:v4 waits: v2 does not answer', '6: hand_over:v4 waits: v2 is not in step'],
  )
  const back = awayScene(() => ({v3: {answers: false}}))
  assert.is((await back.network.clock.through(waitRoom(back.work, 'v4', signal))).state, 'good')
  assert.is(back.told[0], '1: back:room:v4 waits: v3 does not answer')
})

/** Whether the ledger says that a stop was begun whose start is not known. */
const isStop = (entry: SimulatedNetwork['entries'][number]) => entry.kind === 'intent' && entry.step.startsWith('stop:')
const isStopOpen = (network: SimulatedNetwork) => (entry: SimulatedNetwork['entries'][number]) =>
  entry.kind === 'intent' &&
  entry.step.startsWith('stop:') &&
  !network.entries.some((one) => one.kind === 'end' && one.step === entry.step.replace('stop:', 'start:'))

/** A node that is well and was started again between any two looks, or whose clock is set. */
function nodeOf(
  over: (look: number) => object,
  atLook: (work: ReturnType<SimulatedNetwork['work']>) => void = () => {},
) {
  const network = new SimulatedNetwork([1], 1, seedStream('node'))
  const work = network.work()
  let looks = 0
  const look = async (_signal?: AbortSignal) => {
    atLook(work)
    const well = {name: 'v1', answers: true, ready: true, synced: true, version: '1.0.1', instance: 'i'}
    return [{...well, ...over(looks++)}] as never
  }
  return {network, work: {...work, sight: {...work.sight, look}}}
}

it('a node that was started again since it was ready is not stable, however soon it is ready again', async () => {
  const ways = {
    instance: (look: number) => ({instance: look < 5 ? 'i' : 'j'}),
    'time of its start': (look: number) => ({instance: undefined, startedAtMs: look < 5 ? 0 : 60_000}),
    uptime: (look: number) => ({instance: undefined, uptimeSeconds: look < 5 ? 60 + look / 5 : 0}),
  }
  for (const [what, over] of Object.entries(ways)) {
    const {network, work} = nodeOf(over)
    assert.is((await network.clock.through(waitReady(work, 'v1', '1.0.1', signal))).state, 'good')
    const {state, detail} = await network.clock.through(watchStable(work, 'v1', signal))
    assert.equal(
      [state, /^it crashed or was restarted: another process answers, started /.test(detail)],
      ['bad', true],
      what,
    )
  }
  // Between being ready and being watched the checks are asked.
  const between = nodeOf((look) => ({instance: look < 3 ? 'i' : 'j'}))
  await between.network.clock.through(waitReady(between.work, 'v1', '1.0.1', signal))
  const end = await between.network.clock.through(watchStable(between.work, 'v1', signal))
  assert.match(end.detail, 'it crashed or was restarted')
  const flapping = nodeOf((look) => ({ready: look % 3 !== 0}))
  assert.is((await flapping.network.clock.through(watchStable(flapping.work, 'v1', signal))).state, 'bad')
  const well = nodeOf(() => ({}))
  assert.is((await well.network.clock.through(watchStable(well.work, 'v1', signal))).state, 'good')
})

it('a node for which the process of another one answers is not ready, whatever it says', async () => {
  const {network, work} = nodeOf(() => ({}))
  const {look} = work.sight
  const both = async () =>
    [...(await look(signal)), {name: 'v2', instance: 'i', version: '1.0.1', ready: true}] as never
  const end = network.clock.through(waitReady({...work, sight: {...work.sight, look: both}}, 'v1', '1.0.1', signal))
  assert.equal(await end, {state: 'bad', detail: 'the process of v2 answers for it'})
})

it('a wall clock that is set ends no wait early and makes none longer', async () => {
  for (const step of [3_600_000, -3_600_000]) {
    const {network, work} = nodeOf(
      (look) => ({ready: look > 20}),
      ({ports: {clock}}) => network.clock.set(clock.nowMs() + step),
    )
    assert.is((await network.clock.through(waitReady(work, 'v1', '1.0.1', signal))).state, 'good')
    const begun = network.clock.monotonicNs()
    assert.is((await network.clock.through(watchStable(work, 'v1', signal))).state, 'good')
    const passed = Number((network.clock.monotonicNs() - begun) / 1_000_000n)
    assert.ok(passed >= 1_000 && passed < 5_000, String(passed))
  }
})

it.run()
