import {join} from 'node:path'
import type {EnvRolloutResult, RolloutStep, RolloutSummary} from '#contract/generated/types'
import {startSha256} from '#digest/sha256'
import {exitNamed} from '#error/exit'
import type {Files, WritableFile} from '#path/files'
import type {BasicPorts} from '#port/basic-ports'
import {joinSafe, type Safe, type SafeBytes} from '#redact/safe'
import type {Progress} from '#report/progress'
import {makeRolloutEpisode, type RolloutEpisode} from './make-rollout-episode.ts'
import {openEmptyFolder} from './open-empty-folder.ts'
import {planRollout, type RolloutOrder, type RolloutPlan} from './rollout-order.ts'
import {statePicture} from './state-picture.ts'
import {describeWorld} from './world-description.ts'

type Ports = Pick<BasicPorts, 'files' | 'redactor'> & {readonly progress: Progress}

/** `folder` is absolute; `shown` is what its owner calls it. */
interface RolloutRequest {
  readonly order: RolloutOrder
  readonly folder: string
  readonly shown: string
}

const STEPS = 'steps.ndjson'
const WORLD = 'world.json'
const ABOUT = 'rollout.json'
const PICTURES = 'pictures'

/**
 * Writes episodes of a world to a new or empty folder: steps.ndjson, world.json, pictures where they are asked for, and rollout.json last. Whatever
 * goes wrong, nothing of it is left. Throws `env_unknown`, `invalid_input`, `output_exists`, `disk_full`, `workspace_unwritable`, `io_error`, and
 * the abort of `signal`.
 */
export async function writeRollout(
  {order, folder, shown}: RolloutRequest,
  ports: Ports,
  signal: AbortSignal,
): Promise<EnvRolloutResult> {
  const plan = planRollout(order)
  const place = await openEmptyFolder(folder, ports.files)
  try {
    const rollout = await writeAll(plan, place.path, ports, signal)
    const {episode_count: episodes, step_count: steps} = rollout
    return {
      schema_version: 1,
      command: 'env rollout',
      exit: exitNamed('ok', `${episodes} episodes with ${steps} steps were written`),
      folder: shown,
      files: [STEPS, WORLD, ABOUT, ...(plan.pictureSide === undefined ? [] : [`${PICTURES}/`])],
      rollout,
    }
  } catch (error) {
    await place.clear().catch(() => undefined)
    throw error
  }
}

async function writeAll(plan: RolloutPlan, folder: string, ports: Ports, signal: AbortSignal): Promise<RolloutSummary> {
  const {files, redactor, progress} = ports
  const {environment, pictureSide} = plan
  await writeWhole(join(folder, WORLD), redactor.json(describeWorld(environment)), files)
  if (pictureSide !== undefined) await files.directories.make(join(folder, PICTURES))
  const counts = {steps: 0, successes: 0, pictures: 0}
  const digest = startSha256()
  const file = await files.writer.open(join(folder, STEPS), 'new')
  try {
    for (let episode = 0; episode < plan.episodes; episode++) {
      progress.update(episode, plan.episodes, `episode ${episode}`)
      const made = await makeRolloutEpisode(plan, episode, signal)
      const steps = pictureSide === undefined ? made.steps : named(made.steps, episode)
      const lines = joinSafe(steps.map((line) => redactor.line(line)))
      digest.update(lines)
      await file.write(lines)
      if (pictureSide !== undefined)
        counts.pictures += await writePictures(plan, made, {folder, side: pictureSide}, ports)
      counts.steps += steps.length
      if (steps.at(-1)?.success) counts.successes++
    }
    await file.sync()
  } finally {
    await file.close()
  }
  if (pictureSide !== undefined) await files.directories.sync(join(folder, PICTURES))
  const rollout: RolloutSummary = {
    schema_version: 1,
    world: environment.key,
    policy: plan.policy,
    stratum: plan.stratum,
    seed: plan.seed,
    episode_count: plan.episodes,
    most_steps: plan.steps,
    step_count: counts.steps,
    success_count: counts.successes,
    picture_size: pictureSide ?? null,
    picture_count: counts.pictures,
    steps_digest: digest.digest(),
  }
  await writeWhole(join(folder, ABOUT), redactor.json(rollout), files)
  await files.directories.sync(folder)
  return rollout
}

/** The lines with the names of their pictures. */
function named(steps: readonly RolloutStep[], episode: number): RolloutStep[] {
  return steps.map((line) => ({
    ...line,
    picture: pictureName(episode, line.step),
    next_picture: pictureName(episode, line.step + 1),
  }))
}

function pictureName(episode: number, step: number): string {
  return `${PICTURES}/${String(episode).padStart(5, '0')}-${String(step).padStart(5, '0')}.png`
}

/** A picture of the start and one after each step; how many they are. */
async function writePictures(
  {environment}: RolloutPlan,
  {start, steps}: RolloutEpisode,
  {folder, side}: {readonly folder: string; readonly side: number},
  {files, redactor}: Pick<BasicPorts, 'files' | 'redactor'>,
): Promise<number> {
  const episode = steps[0]?.episode ?? 0
  const states: readonly ArrayLike<number>[] = [start.state, ...steps.map((line) => line.next_state)]
  for (const [at, state] of states.entries()) {
    const png = redactor.bytes(statePicture(environment, {state, goal: start.goal}, side))
    const file = await files.writer.open(join(folder, pictureName(episode, at)), 'new')
    await writeAndClose(file, png)
  }
  return states.length
}

async function writeWhole(path: string, content: Safe, {writer}: Files): Promise<void> {
  const file = await writer.open(path, 'new')
  await writeAndClose(file, content, true)
}

async function writeAndClose(file: WritableFile, content: Safe | SafeBytes, isSynced = false): Promise<void> {
  try {
    await file.write(content)
    if (isSynced) await file.sync()
  } finally {
    await file.close()
  }
}
