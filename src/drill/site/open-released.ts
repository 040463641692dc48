import {join} from 'node:path'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {makeFolders} from '#path/make-folders'
import {writeAtomic} from '#path/write-atomic'
import {sleep} from '#random/timers'
import {openEmbedded} from '#upgrade/adapter/open-embedded'
import type {HandAct} from '#upgrade/model/hands'
import {nodeIn, nodeTokenFile, tokenVariable} from '../model/site-layout.ts'
import type {DrillPorts} from './drill-ports.ts'
import {makeReleases} from './make-releases.ts'
import type {OpenChild} from './open-child.ts'

const LOOK_AGAIN_MS = 20
const READY_MS = 60_000
/** How long the driver of a drill waits for a node that it started. */
const READY_WITHIN_S = 20
/** The program of a node that a release names is no setting of it. */
const NO_SETTINGS = ['data-dir', 'allow-faults']
/** How a target file tells where these nodes are. */
export const RELEASED = {kind: 'embedded', home: 'nodes', releases: 'releases'} as const

/** The target of other nodes, as one whose nodes the driver of upgrades works on. */
export function releasedProfile<Profile extends {readonly nodes: readonly {readonly name: string}[]}>(
  profile: Profile,
) {
  const nodes = profile.nodes.map((node) =>
    node.name === 'n1' ? node : {...node, token_env: tokenVariable(node.name)},
  )
  return {...profile, nodes, adapter: RELEASED, objectives: {ready_within_s: READY_WITHIN_S}}
}

/** A node that runs a named release. */
export interface ReleasedSetting {
  readonly name: string
  readonly release: string
  /** Flags behind `serve`, as the newest release takes them; an upgrade starts nodes by their configuration file alone. */
  readonly flags: readonly string[]
  /** Home folder of the drill, absolute. */
  readonly home: string
  readonly user: string
  readonly ask: OpenChild['ask']
}

/** Starts a node as the driver of upgrades does, which may end it and start another release in its place: what is told of it is told of whoever runs now. */
export async function openReleased(setting: ReleasedSetting, ports: DrillPorts): Promise<OpenChild> {
  const {name, release, home, ask} = setting
  const {files, neighbours, clock} = ports
  const folder = nodeIn(home, name)
  const ready = join(folder, 'ready.json')
  await install(setting, ready, ports)
  const act = (what: HandAct) => actOn({home, node: name, release}, what, ports)
  const isThere = () => (neighbours.inFolder(folder) ?? []).length > 0
  if (!isThere() && files.reader.facts(ready) !== undefined) await files.writer.remove(ready)
  await act('start')
  for (const begun = clock.nowMs(); files.reader.facts(ready) === undefined; ) {
    if (!isThere() || clock.nowMs() - begun > READY_MS) {
      if (isThere()) await act('stop')
      throw new AssayError('unreachable', `the node ${name} of release ${release} does not serve`)
    }
    await sleep(clock, LOOK_AGAIN_MS)
  }
  return {
    get hello() {
      const said: unknown = JSON.parse(new TextDecoder().decode(files.reader.read(ready)))
      const {pid, api} = isRecord(said) ? said : {}
      return {pid: Number(pid), url: String(api)}
    },
    isThere,
    ask,
    stop: () => act('stop'),
  }
}

/** Does one act of the driver to a node of a drill. Rejects with `unreachable` where it is not done. */
export async function actOn(
  {home, node, release, file = ''}: {home: string; node: string; release: string; file?: string},
  act: HandAct,
  ports: DrillPorts,
): Promise<void> {
  const hands = openEmbedded({home: join(home, RELEASED.home), releases: join(home, RELEASED.releases)}, ports)
  const order = {act, node, from: release, to: release, release, file}
  const {isGood, detail} = await hands.act(order, new AbortController().signal)
  if (!isGood) throw new AssayError('unreachable', `${act} of the node ${node}: ${detail}`)
}

/** Its configuration and, once for all nodes, the programs. What is installed stays. */
async function install(
  {name, release, flags, home, user}: ReleasedSetting,
  ready: string,
  ports: DrillPorts,
): Promise<void> {
  const {files, redactor} = ports
  const folder = nodeIn(home, name)
  const releases = join(home, RELEASED.releases)
  if (files.reader.facts(releases) === undefined) await makeReleases(releases, ports)
  if (files.reader.facts(join(folder, 'release')) !== undefined) return
  await makeFolders(folder, files.directories)
  const own = {bootstrap_user: user, bootstrap_token_file: nodeTokenFile(home, name)}
  const config = JSON.stringify({...own, ...settingsOfFlags(flags), ready_file: ready})
  await writeAtomic(join(folder, 'node.json'), redactor.bytes(Buffer.from(config)), ports)
  await writeAtomic(join(folder, 'release'), redactor.text(`${release}\n`), ports)
}

/** Flags as a configuration file says them. */
function settingsOfFlags(flags: readonly string[]): Record<string, string | boolean> {
  const settings: Record<string, string | boolean> = {}
  for (const [at, flag] of flags.entries()) {
    const key = flag.startsWith('--') ? flag.slice(2) : undefined
    if (key === undefined || NO_SETTINGS.includes(key)) continue
    const value = flags[at + 1]
    settings[key.replaceAll('-', '_')] = value === undefined || value.startsWith('--') ? true : value
  }
  return settings
}
