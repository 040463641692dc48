import type {DrillProbeName} from '#contract/generated/types'

/** What a probe takes. */
export interface ProbeFacts {
  readonly required: readonly string[]
  readonly optional?: readonly string[]
}

/** Every probe of drills. */
export const PROBES: Readonly<Record<DrillProbeName, ProbeFacts>> = {
  provider_call: {
    required: ['provider', 'operation'],
    optional: ['request', 'timeout_s', 'max_elapsed_s', 'retries', 'artifacts'],
  },
  provider_health: {required: ['provider']},
  readyz: {required: ['provider']},
  lifecycle: {required: ['provider']},
  doctor: {required: ['provider']},
  world_state: {required: ['path']},
  command: {required: ['argv']},
  load: {required: ['ref']},
  file: {required: ['path']},
  process: {required: ['server']},
  server: {required: ['server']},
  canary: {required: []},
  disk_free: {required: []},
  http: {required: ['server', 'path'], optional: ['as']},
  metric: {required: ['server', 'name']},
  alerts: {required: []},
  git_refs: {required: ['server', 'repo'], optional: ['as']},
  receiver: {required: ['server']},
  replay: {required: ['paths'], optional: ['prometheus']},
  checklist: {required: []},
  storm: {required: ['ref']},
  traffic: {required: ['ref']},
  aims: {required: []},
  log: {required: ['server', 'words']},
  git_push: {required: ['repo']},
  upgrade: {required: []},
  watch: {required: []},
  consensus: {required: []},
}
