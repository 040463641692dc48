import {AssayError} from '#error/assay-error'
import {containerFault} from '#provider/media/container-fault'
import {twoRoom} from '#world/environment/two-room/two-room'
import type {ContractProbe} from '../../kit/contract-input.ts'
import {clipScene} from '../media/clip-scene.ts'
import {CLIP_OPERATIONS, type ClipOperation} from '../media/clip-stages.ts'
import {askClip, decodedClip, toldFaults} from '../media/measure-clip.ts'
import type {ContractCase} from './contract-case.ts'

/** What a provider of clips promises: bytes that are a clip, of the size, rate and length that it says. Each costs a clip, so it is tried once. */
export const CLIP_CASES: readonly ContractCase[] = CLIP_OPERATIONS.map(
  (operation): ContractCase => ({
    name: `${operation}-clip`,
    capability: operation,
    spread: 'once',
    check: (probe) => checkClip(probe, operation),
  }),
)

async function checkClip({subject, key, signal}: ContractProbe, operation: ClipOperation): Promise<string | undefined> {
  const scene = clipScene(twoRoom, {...key, environment: twoRoom.key, stratum: twoRoom.strata[0]})
  const shown = await askClip(subject, operation, scene, signal)
  try {
    const clip = decodedClip(shown)
    if (typeof clip === 'string') return clip
    const faults = toldFaults(shown, clip)
    return faults.length === 0 ? undefined : `the clip is not what is said of it: ${faults.join(', ')}`
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'media_undecodable') throw error
    const fault = containerFault(shown.bytes, shown.media_type)
    return fault === undefined ? undefined : `the clip is no whole file: ${fault}`
  }
}
