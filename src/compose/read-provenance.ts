import {dirname, join} from 'node:path'
import type {Provenance, SourceState} from '#contract/generated/types'
import type {MeasurementPorts} from '#measurement/ports'
import {deadline} from '#random/timers'
import type {Naming} from '#run/labels'
import {provenanceOf} from '#run/provenance'
import {GIT_STATUS, parseSourceState} from '#run/source-state'

type SourcePorts = Pick<MeasurementPorts, 'env' | 'cwd' | 'files' | 'children' | 'clock'>

const MOST_BYTES = 1024 * 1024
/** A checkout that takes longer is not worth waiting for: the run says then that it does not know. */
const LIMIT_MS = 5_000
const PASSED_ON = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'GIT_DIR', 'GIT_WORK_TREE', 'SystemRoot']

/** Where the run of a command comes from: the checkout around the working directory, the CI service and what the caller calls it. */
export async function readProvenance(ports: SourcePorts, naming: Naming): Promise<Provenance> {
  return provenanceOf({env: ports.env, source: await readSourceState(ports), naming})
}

/** Undefined outside a checkout, without git, and where git does not answer in time. */
async function readSourceState({env, cwd, files, children, clock}: SourcePorts): Promise<SourceState | undefined> {
  const isCheckout =
    env['GIT_DIR'] !== undefined || above(cwd).some((folder) => files.reader.facts(join(folder, '.git')))
  if (!isCheckout) return undefined
  const own = PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]))
  const texts: string[] = []
  using limit = deadline(clock, LIMIT_MS, () => 'git took too long')
  const {end} = await children.run(
    {
      argv: GIT_STATUS,
      cwd,
      env: {...Object.fromEntries(own), LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0'},
      mostOutputBytes: MOST_BYTES,
      onOutput: async (text) => void texts.push(text),
    },
    limit.signal,
  )
  return end.kind === 'exited' && end.code === 0 ? parseSourceState(texts.join('')) : undefined
}

function above(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...above(parent)]
}
