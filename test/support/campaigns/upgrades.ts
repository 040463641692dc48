import {seedStream} from '#random/stream'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {Tally} from '../campaign/tally.ts'
import {killDriverAt, startDriver, toldBy} from '../upgrade/drive-killed.ts'
import {makeSite} from '../upgrade/test-site.ts'
import {watchNetwork} from '../upgrade/watch-network.ts'

const QUICK = ['--apply', '--no-window', '--stable', '1ms']
const FORTH = [
  'preflight',
  'baseline:v1',
  'backup:v1',
  'stop:v1',
  'install:v1',
  'start:v1',
  'ready:v1',
  'check:v1',
  'agree',
]
const BACK = ['stop:v1', 'restore_data:v1', 'restore_program:v1', 'start:v1', 'ready:v1', 'check:v1']
/** Releases that are broken, what must be done to see it, and the step that sees it. */
const BROKEN: readonly (readonly [release: string, from: string, ...words: string[]])[] = [
  ['1.0.2-nostart', '1.0.0', '--no-window'],
  ['1.0.2-empty', '1.0.0', '--no-window'],
  ['1.0.2-badconfig', '1.0.0', '--no-window'],
  ['1.0.2-errors', '1.0.0', '--window', '3s'],
  ['1.0.2-slow', '1.0.0', '--window', '3s'],
  ['1.1.1-stuckmig', '1.0.0', '--no-window'],
]

/** What kills the driver of validators, of a node that a seed chooses. */
const OF_VALIDATORS = ['hand_over', 'stop', 'install', 'start', 'ready', 'synced', 'check', 'stable']
const WATCHED = 100

/** Kills the driver where it means to do a step, and goes on: on the way to a release, and on the way back. In full also a hundred networks of validators under a watch, seven with two at once, a major release, and all that are broken. */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const seen = new Tally()
  const isFull = depth === 'full'
  const pick = sampler(seed)
  await killedForth(seen, isFull ? FORTH : pick(FORTH, 2))
  if (isFull) {
    await killedBack(seen, BACK)
    for (const [release, from, ...words] of BROKEN) await brokenRelease(seen, release, from, words)
    await majorRelease(seen)
    await severalAtOnce(seen)
    for (let at = 0; at < WATCHED; at++) await watchedValidators(seen, seed + at)
  }
  return {name: 'upgrades', checks: seen.checks, failures: seen.failures, notes: seen.notes}
}

function sampler(seed: number) {
  const stream = seedStream(`upgrades ${seed}`)
  return (from: readonly string[], count: number): string[] => {
    const at = new Set<number>()
    while (at.size < count) at.add(stream.int(from.length))
    return from.filter((_, place) => at.has(place))
  }
}

/** Killed at each of these steps, in their order, and gone on with each time: at the end it is done, and nothing is lost. */
async function killedForth(seen: Tally, steps: readonly string[]): Promise<void> {
  await using site = await makeSite()
  const before = site.inventory('v1')
  let words: readonly string[] = ['upgrade', '--to', '1.0.1', ...QUICK]
  let kills = 0
  for (const step of steps) {
    if (await killDriverAt(site, words, step, 'forth')) kills++
    words = ['upgrade', '--resume', 'latest']
  }
  const {state, exit} = toldBy(await startDriver(site, words).ended)
  seen.hold(`killed at ${steps.join(', ')}: ${state}, ${exit.reason}`, state === 'rolled' && exit.code === 0)
  seen.hold('every driver was killed', kills === steps.length)
  seen.hold('the release is the new one', site.release('v1') === '1.0.1')
  seen.hold('the inventory is equal', site.inventory('v1') === before)
  seen.notes.push(`${kills} drivers killed on the way to the new release`)
}

/** The way back of a release that migrated the data, killed at each step. */
async function killedBack(seen: Tally, steps: readonly string[]): Promise<void> {
  await using site = await makeSite()
  const before = site.inventory('v1')
  const {state} = toldBy(await startDriver(site, ['upgrade', '--to', '1.1.0', ...QUICK]).ended)
  seen.hold(`a minor release: ${state}`, state === 'rolled')
  let kills = 0
  for (const step of steps) if (await killDriverAt(site, ['rollback', '--apply'], step, 'back')) kills++
  const end = toldBy(await startDriver(site, ['rollback', '--apply']).ended)
  seen.hold(`the way back, killed ${kills} times: ${end.exit.reason}`, end.exit.code === 5)
  seen.hold('every driver was killed on the way back', kills === steps.length)
  seen.hold('what was there is there again', site.release('v1') === '1.0.0' && site.inventory('v1') === before)
  seen.notes.push(`${kills} drivers killed on the way back`)
}

async function brokenRelease(seen: Tally, release: string, from: string, words: readonly string[]): Promise<void> {
  await using site = await makeSite({release: from})
  const before = site.inventory('v1')
  const [to = ''] = release.split('-')
  const line = ['upgrade', '--to', to, '--release', release, '--apply', '--stable', '1ms', ...words]
  const {exit} = toldBy(await startDriver(site, line).ended)
  seen.hold(`${release}: ${exit.code} ${exit.reason}`, exit.code === 5)
  seen.hold(`${release}: the inventory is equal`, site.release('v1') === from && site.inventory('v1') === before)
  seen.notes.push(`${release}: ${exit.reason.slice(0, 120)}`)
}

async function majorRelease(seen: Tally): Promise<void> {
  await using site = await makeSite({release: '1.2.0'})
  const before = site.inventory('v1')
  const {exit} = toldBy(await startDriver(site, ['upgrade', '--to', '2.0.0', ...QUICK]).ended)
  seen.hold(`1.2.0 to 2.0.0: ${exit.reason}`, exit.code === 0 && site.inventory('v1') === before)
  const back = toldBy(await startDriver(site, ['rollback', '--apply']).ended)
  seen.hold(`2.0.0 to 1.2.0: ${back.exit.reason}`, back.exit.code === 5 && site.inventory('v1') === before)
}

/** Seven validators, two at once: a driver is killed while it works on the second of a pair. Never more than two are away, and blocks come all the time. */
export async function severalAtOnce(seen: Tally): Promise<void> {
  const names = Array.from({length: 7}, (_, at) => `v${at + 1}`)
  await using site = await makeSite({names, release: '1.0.1', isNetwork: true})
  const watch = watchNetwork(site)
  const words = ['upgrade', '--to', '1.2.0', '--max-parallel', '2', ...QUICK]
  const isKilled = await killDriverAt(site, words, 'ready:v2', 'forth')
  const {state, exit} = toldBy(await startDriver(site, isKilled ? ['upgrade', '--resume', 'latest'] : ['status']).ended)
  const {looks, mostAway, grew, fell} = await watch.end()
  const releases = names.map((name) => site.release(name))
  seen.hold(`seven, two at once: ${state}, ${exit.reason}`, isKilled && state === 'rolled')
  seen.hold(`seven, two at once: ${releases}`, new Set(releases).size === 1 && releases[0] === '1.2.0')
  seen.hold(`seven, two at once: ${mostAway} were away`, mostAway <= 2)
  seen.hold(`seven, two at once: the chain grew by ${grew} and fell ${fell} times`, grew > 0 && fell === 0)
  seen.notes.push(`seven validators, two at once: ${looks} looks, at most ${mostAway} away, ${grew} blocks`)
}

/** To a release that moves the data, with drivers that are killed where a seed says: never more than one of four away, and blocks all the time. */
export async function watchedValidators(seen: Tally, seed: number): Promise<void> {
  await using site = await makeSite({names: ['v1', 'v2', 'v3', 'v4'], release: '1.0.1', isNetwork: true})
  const stream = seedStream(`watched ${seed}`)
  const watch = watchNetwork(site)
  let words: readonly string[] = ['upgrade', '--to', '1.2.0', ...QUICK]
  let kills = 0
  for (let left = 1 + stream.int(3); left > 0; left--) {
    const step = `${OF_VALIDATORS[stream.int(OF_VALIDATORS.length)]}:v${1 + stream.int(4)}`
    if (!(await killDriverAt(site, words, step, 'forth'))) break
    kills++
    words = ['upgrade', '--resume', 'latest']
  }
  const {state} = toldBy(await startDriver(site, kills > 0 ? words : ['status']).ended)
  const {looks, mostAway, grew, fell} = await watch.end()
  const releases = site.names.map((name) => site.release(name))
  const told = `seed ${seed}, ${kills} kills`
  seen.hold(
    `${told}: ${state ?? ''} ${releases}`,
    releases.every((release) => release === '1.2.0'),
  )
  seen.hold(`${told}: ${mostAway} of four were away at once`, mostAway <= 1)
  seen.hold(`${told}: the chain grew by ${grew} blocks and fell ${fell} times`, grew > 0 && fell === 0)
  seen.notes.push(`${told}: ${looks} looks, at most ${mostAway} away, ${grew} blocks`)
}
