import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {rolloutStep} from '#contract/generated/rollout-step'
import type {RolloutStep} from '#contract/generated/types'
import {worldDescription} from '#contract/generated/world-description'
import {parse} from '#contract/parse'
import {sha256} from '#digest/sha256'
import {episodeLabel, seedStream} from '#random/stream'
import {pngFault} from '#report/png-fault'
import type {RolloutOrder, RolloutPolicy} from '#rollout/rollout-order'
import {writeRollout} from '#rollout/write-rollout'
import {rulesOf, WORLDS} from '#world/environments'
import {step} from '#world/model/dynamics'
import {listWorlds, rollOutWorld, showWorld} from '../../../src/index.ts'
import {evidenceRig} from '../../support/evidence-rig.ts'
import {failingFiles} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('episodes of worlds')

function linesOf(folder: string): RolloutStep[] {
  const text = readFileSync(join(folder, 'steps.ndjson'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => parse(rolloutStep, JSON.parse(line)))
}

it('what is written, replayed through the rules, gives the same states, rewards and successes in every world', async () => {
  using dir = tempDir()
  for (const [name, environment] of WORLDS) {
    const folder = join(dir.path, name)
    const {rollout, files} = await rollOutWorld({world: name, folder, episodes: 3, seed: 5})
    assert.equal(files, ['steps.ndjson', 'world.json', 'rollout.json'])
    assert.equal(readdirSync(folder).sort(), [...files].sort())
    const world = parse(worldDescription, JSON.parse(readFileSync(join(folder, 'world.json'), 'utf8')))
    const lines = linesOf(folder)
    assert.is(lines.length, rollout.step_count)
    assert.is(sha256(readFileSync(join(folder, 'steps.ndjson'))), rollout.steps_digest)
    for (const [at, line] of lines.entries()) {
      const next = step(environment, line.state, line.action)
      assert.equal([...next], line.next_state, `${name} ${at}`)
      assert.is(line.reward, -environment.cost(next, line.goal))
      assert.is(line.success, environment.success(next, line.goal))
      assert.equal(
        [line.state.length, line.goal.length, line.action.length],
        [world.state.length, world.goal.length, world.action.length],
      )
      assert.ok(line.action.every((value) => Math.abs(value) <= 1))
      const after = lines[at + 1]
      const isLast = line.terminated || line.truncated
      assert.is(isLast, after === undefined || after.episode !== line.episode)
      if (!isLast) assert.equal([after?.state, after?.step], [line.next_state, line.step + 1])
    }
    assert.equal([...new Set(lines.map(({episode}) => episode))], [0, 1, 2])
  }
})

it('an expert does what a random policy does not, by a rule or by the planner', async () => {
  using dir = tempDir()
  for (const [world, least] of [
    ['double-integrator', 8],
    ['cart-pole', 8],
    ['two-room', 8],
    ['pendulum', 1],
  ] as const) {
    const episodes = least === 1 ? 1 : 8
    const of = async (policy: RolloutPolicy) =>
      (await rollOutWorld({world, folder: join(dir.path, `${world}-${policy}`), episodes, policy})).rollout
        .success_count
    assert.equal([await of('expert'), (await of('random')) < least], [least, true], world)
  }
})

it('the same order gives the same bytes, another seed other ones, and no start is one of a trial', async () => {
  using dir = tempDir()
  const order = {world: 'two-room', episodes: 4, steps: 6, pictures: true, pictureSize: 16}
  const content = async (name: string, seed: number) => {
    const folder = join(dir.path, name)
    await rollOutWorld({...order, folder, seed})
    return readdirSync(folder, {recursive: true, encoding: 'utf8'})
      .filter((path) => path.includes('.'))
      .sort()
      .map((path) => [path, sha256(readFileSync(join(folder, path)))])
  }
  const first = await content('first', 0)
  assert.equal(await content('again', 0), first)
  assert.not.equal((await content('other', 1)).slice(-2), first.slice(-2))
  const environment = rulesOf('two-room')
  const starts = linesOf(join(dir.path, 'first')).flatMap((line) => (line.step === 0 ? [line.state.join()] : []))
  const tried = [0, 1, 2, 3].map((episode) => {
    const key = {seed: 0, environment: environment.key, stratum: 'cross', episode}
    return environment.reset(seedStream(episodeLabel(key, 'reset')), 'cross').state.join()
  })
  assert.is(new Set([...starts, ...tried]).size, 8)
})

it('a line names the pictures of both its states, and they are pictures of the size that was asked for', async () => {
  using dir = tempDir()
  const folder = join(dir.path, 'data')
  const {rollout} = await rollOutWorld({
    world: 'push-block',
    folder,
    episodes: 2,
    steps: 3,
    pictures: true,
    pictureSize: 24,
  })
  const lines = linesOf(folder)
  const named = new Set(lines.flatMap(({picture, next_picture: next}) => [picture ?? '', next ?? '']))
  assert.equal(
    [...named].sort(),
    readdirSync(join(folder, 'pictures'))
      .sort()
      .map((name) => `pictures/${name}`),
  )
  assert.equal([named.size, rollout.picture_count], [8, 8])
  for (const name of named) {
    const png = readFileSync(join(folder, name))
    assert.is(pngFault(png), undefined, name)
    assert.equal([png.readUInt32BE(16), png.readUInt32BE(20)], [24, 24])
  }
  assert.is(lines[1]?.picture, lines[0]?.next_picture)
})

it('what cannot be is refused at once, all of it, and nothing is written', async () => {
  using dir = tempDir()
  const folder = join(dir.path, 'data')
  const error = await throwsCode(
    () =>
      rollOutWorld({
        world: 'two-rooms',
        folder,
        policy: 'expart' as RolloutPolicy,
        episodes: 0,
        steps: 20_000,
        pictures: true,
        pictureSize: 8,
      }),
    'usage',
  )
  assert.equal(
    error.issues.map(({pointer}) => pointer),
    ['/world', '/policy', '/episodes', '/steps', '/picture-size'],
  )
  assert.match(JSON.stringify(error.issues), /two-room.*expert/)
  const refused = (order: object) =>
    throwsCode(() => rollOutWorld({world: 'two-room', folder, ...order}), 'invalid_input')
  await refused({world: 'billiard', policy: 'expert'})
  await refused({stratum: 'cros'})
  await refused({seed: -1})
  await refused({episodes: 100_000, steps: 11})
  await refused({episodes: 1700, steps: 59, pictures: true})
  await refused({folder: join(dir.path, 'no', 'such')})
  await throwsCode(() => rollOutWorld({world: 'three-room', folder}), 'env_unknown')
  assert.equal(readdirSync(dir.path), [])
  writeFileSync(join(dir.path, 'file'), 'mine')
  await refused({folder: join(dir.path, 'file')})
  await throwsCode(() => rollOutWorld({world: 'two-room', folder: dir.path}), 'output_exists')
  assert.equal(readdirSync(dir.path), ['file'])
})

it('a disk that is full at any moment leaves nothing behind, and a folder of the caller as it was', async () => {
  using rig = evidenceRig()
  using dir = tempDir()
  const {signal} = new AbortController()
  const order: RolloutOrder = {world: 'two-room', policy: 'random', seed: 0, episodes: 2, steps: 2, pictureSide: 16}
  const own = join(dir.path, 'own')
  mkdirSync(own)
  const made = join(dir.path, 'new')
  const left = () => [readdirSync(own), existsSync(made)]
  const ports = {redactor: rig.ports.redactor, progress: {update: () => undefined}}
  let refusals = 0
  for (const operation of ['open', 'write', 'sync', 'make']) {
    for (const folder of [own, made]) {
      for (let from = 1; !existsSync(join(folder, 'rollout.json')); from++) {
        const files = failingFiles(rig.ports.files, {operation, errno: 'ENOSPC', from})
        try {
          await writeRollout({order, folder, shown: 'data'}, {...ports, files}, signal)
        } catch (error) {
          assert.is((error as {code?: string}).code, 'disk_full', `${operation} ${from}`)
          assert.equal(left(), [[], false], `${operation} ${from}`)
          refusals++
        }
      }
      await rig.ports.files.directories.removeTree(folder)
      mkdirSync(own, {recursive: true})
    }
  }
  assert.ok(refusals > 30, String(refusals))
})

it('worlds are told with names, units and rules, and shown', async () => {
  using dir = tempDir()
  const {worlds} = await listWorlds()
  assert.equal(
    worlds.map(({world}) => world),
    [...WORLDS.keys()],
  )
  for (const one of worlds) {
    const picture = join(dir.path, `${one.world}.png`)
    const {world} = await showWorld({world: one.world, picture, pictureSize: 32})
    assert.equal(world, one)
    const {stateSize, goalSize, actionSize} = rulesOf(one.world)
    assert.equal([world.state.length, world.goal.length, world.action.length], [stateSize, goalSize, actionSize])
    assert.is(pngFault(readFileSync(picture)), undefined)
  }
  assert.is(new Set(worlds.map(({world}) => sha256(readFileSync(join(dir.path, `${world}.png`))))).size, worlds.length)
  await throwsCode(() => showWorld({world: 'two-rom'}), 'env_unknown')
  await throwsCode(
    () => showWorld({world: 'two-room', picture: join(dir.path, 'a.png'), pictureSize: 8}),
    'invalid_input',
  )
})

it.run()
