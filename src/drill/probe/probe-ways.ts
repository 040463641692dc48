import type {DrillProbeName} from '#contract/generated/types'
import {probeCanary} from './probe-canary.ts'
import {probeCommand, probeLoad} from './probe-command.ts'
import type {ProbeWay} from './probe-context.ts'
import {probeDisk, probeFile} from './probe-file.ts'
import {probeHost} from './probe-host.ts'
import {probeProcess, probeServer} from './probe-server.ts'

/** What answers each probe. */
export const PROBE_WAYS: Readonly<Record<DrillProbeName, ProbeWay>> = {
  provider_call: probeHost('provider_call'),
  provider_health: probeHost('provider_health'),
  readyz: probeHost('readyz'),
  lifecycle: probeHost('lifecycle'),
  doctor: probeHost('doctor'),
  world_state: probeHost('world_state'),
  command: probeCommand,
  load: probeLoad,
  file: probeFile,
  process: probeProcess,
  server: probeServer,
  canary: probeCanary,
  disk_free: probeDisk,
}
