import type {EnvInfoResult} from '#contract/generated/types'
import {exitNamed} from '#error/exit'
import type {Files} from '#path/files'
import {type NameSource, writeAtomic} from '#path/write-atomic'
import {seedStream} from '#random/stream'
import type {Redactor} from '#redact/redactor'
import {checkSide} from './rollout-order.ts'
import {statePicture} from './state-picture.ts'
import {worldNamed} from './world-description.ts'

/** Which world, and the file for a picture of one of its starts: absolute, and as its owner calls it. */
export interface WorldRequest {
  readonly world: string
  readonly picture?: {readonly path: string; readonly shown: string; readonly side: number} | undefined
}

/**
 * One world in words, and a picture of a start where one is asked for; a file that is there is replaced. Throws `env_unknown`, `invalid_input`,
 * `disk_full`, `workspace_unwritable`, `io_error`.
 */
export async function showWorldOf(
  {world, picture}: WorldRequest,
  ports: {readonly files: Files; readonly entropy: NameSource; readonly redactor: Redactor},
): Promise<EnvInfoResult> {
  const {environment, description} = worldNamed(world)
  if (picture) {
    checkSide(picture.side)
    const start = environment.reset(seedStream(`assay/1|picture|${environment.key}`), environment.strata[0])
    const png = ports.redactor.bytes(statePicture(environment, start, picture.side))
    await writeAtomic(picture.path, png, ports, {forOthers: true})
  }
  return {
    schema_version: 1,
    command: 'env info',
    exit: exitNamed('ok', `${description.key} is known`),
    world: description,
    ...(picture && {picture: picture.shown}),
  }
}
