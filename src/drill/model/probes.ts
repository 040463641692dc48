import type {DrillProbeName} from '#contract/generated/types'
import {type ArgumentForm, nameFrom, number, oneOf, SWITCH, TABLE, TEXT, TEXTS, whole} from './argument-form.ts'

/** What a probe takes. */
export interface ProbeFacts {
  readonly required: Readonly<Record<string, ArgumentForm>>
  readonly optional?: Readonly<Record<string, ArgumentForm>>
}

const SERVER = nameFrom('server')
const NODE = nameFrom('hosting')
const REPOSITORY = nameFrom('repository')
const LOOK: ProbeFacts = {required: {provider: TEXT}}
const NOTHING: ProbeFacts = {required: {}}
const MOST_S = 3600
const LIMIT = number(0.001, MOST_S, 'seconds')

/** Every probe of drills. */
export const PROBES: Readonly<Record<DrillProbeName, ProbeFacts>> = {
  provider_call: {
    required: {provider: TEXT, operation: oneOf('generate', 'score', 'policy', 'predict')},
    optional: {
      request: TABLE,
      timeout_s: LIMIT,
      max_elapsed_s: LIMIT,
      retries: whole(0, 100, 'further tries'),
      artifacts: SWITCH,
    },
  },
  provider_health: LOOK,
  readyz: LOOK,
  lifecycle: LOOK,
  doctor: LOOK,
  world_state: {required: {path: TEXT}},
  command: {required: {argv: TEXTS}},
  load: {required: {ref: nameFrom('load')}},
  file: {required: {path: TEXT}},
  process: {required: {server: SERVER}},
  server: {required: {server: SERVER}},
  canary: NOTHING,
  disk_free: NOTHING,
  http: {required: {server: NODE, path: TEXT}, optional: {as: TEXT}},
  metric: {required: {server: NODE, name: TEXT}},
  alerts: NOTHING,
  git_refs: {required: {server: NODE, repo: REPOSITORY}, optional: {as: TEXT}},
  receiver: {required: {server: nameFrom('receiver')}},
  replay: {required: {paths: TEXTS}, optional: {prometheus: SWITCH}},
  checklist: NOTHING,
  storm: {required: {ref: nameFrom('storm')}},
  traffic: {required: {ref: nameFrom('traffic')}},
  aims: NOTHING,
  log: {required: {server: NODE, words: TEXT}},
  git_push: {required: {repo: REPOSITORY}},
  upgrade: NOTHING,
  watch: NOTHING,
  consensus: NOTHING,
}
