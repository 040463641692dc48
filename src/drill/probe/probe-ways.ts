import type {DrillProbeName} from '#contract/generated/types'
import {probeCanary} from './probe-canary.ts'
import {probeCommand, probeLoad} from './probe-command.ts'
import type {ProbeWay} from './probe-context.ts'
import {probeDisk, probeFile} from './probe-file.ts'
import {probeHost} from './probe-host.ts'
import {probeAims, probeChecklist, probeLog, probeStorm, probeTraffic} from './probe-hosting.ts'
import {probeAlerts, probeConsensus, probeGitPush, probeGitRefs, probeHttp, probeMetric} from './probe-nodes.ts'
import {probeReceiver} from './probe-receiver.ts'
import {probeReplay} from './probe-replay.ts'
import {probeProcess, probeServer} from './probe-server.ts'
import {probeUpgrade, probeWatch} from './probe-upgrade.ts'

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
  http: probeHttp,
  metric: probeMetric,
  alerts: probeAlerts,
  git_refs: probeGitRefs,
  git_push: probeGitPush,
  upgrade: probeUpgrade,
  watch: probeWatch,
  consensus: probeConsensus,
  receiver: probeReceiver,
  replay: probeReplay,
  checklist: probeChecklist,
  storm: probeStorm,
  traffic: probeTraffic,
  aims: probeAims,
  log: probeLog,
}
