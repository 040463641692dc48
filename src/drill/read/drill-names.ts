import type {Drill, DrillTarget} from '#contract/generated/types'
import type {NameKind} from '../model/argument-form.ts'
import {nodeNames} from '../model/names-of-nodes.ts'
import type {DrillPlace} from './drill-places.ts'

/** The validator that led before anything was broken. */
const LEADER = 'server.leader'
/** What a request in numbers is called that says nothing. */
const STORM = 'storm'

/** What a drill has, by what it is, and every word that stands for something in its texts. */
export interface DrillNames {
  readonly of: Readonly<Record<NameKind, readonly string[]>>
  readonly words: readonly string[]
}

/** Everything that a drill file itself names. */
export function namesIn({target}: Pick<Drill, 'target'>, places: readonly DrillPlace[]): DrillNames {
  const {servers = [], receivers = [], repositories = [], tokens = [], secrets = [], env = {}} = target
  const called = (actions: readonly string[], key: string) =>
    places.flatMap(({name, args}) => (actions.includes(name) && typeof args[key] === 'string' ? [args[key]] : []))
  const isNetwork = (target.nodes ?? 0) > 1 && target.standalone !== true
  const nodes = nodeNames(target.kind === 'hostnode' ? (target.nodes ?? 0) : 0)
  const leader = isNetwork ? [`{${LEADER}}`] : []
  const [model, receiver] = [servers.map(({id}) => id), receivers.map(({id}) => id)]
  const of = {
    model,
    receiver,
    hosting: [...nodes, ...leader],
    server: [...model, ...receiver, ...nodes, ...leader],
    repository: repositories,
    load: called(['load.start', 'upgrade.start'], 'as'),
    storm: [...called(['api.storm'], 'ref'), ...(places.some(({name}) => name === 'api.storm') ? [STORM] : [])],
    traffic: called(['traffic.start'], 'as'),
    token: [...tokens, ...called(['token.make', 'token.revoke_all'], 'as')],
    secret: [...secrets, ...receivers.flatMap((one) => one.secrets)],
    variable: Object.keys(env),
  }
  return {of, words: [...wordsOf(of, nodes, target), ...(isNetwork ? [LEADER] : [])]}
}

/** Names of the words of a site, whose values `words` gives at run time. */
function wordsOf(
  {model, receiver, repository, token, secret}: DrillNames['of'],
  nodes: readonly string[],
  {runs = 0, setup = []}: DrillTarget,
): string[] {
  const dotted = (head: string, names: readonly string[]) => names.map((name) => [head, name].join('.'))
  const listening = ['url', 'address', 'host', 'port']
  const places = (names: readonly string[], keys: readonly string[]) =>
    dotted('server', names).flatMap((server) => dotted(server, keys))
  // A command of the set-up may leave a run.
  const count = runs + setup.length
  return [
    ...places([...model, ...receiver], listening),
    ...places(nodes, [...listening, 'metrics', 'data']),
    ...dotted('hook', receiver),
    ...dotted('object', repository),
    ...dotted('token', token),
    ...dotted('secret', secret),
    ...dotted(
      'run',
      Array.from({length: count}, (_, at) => String(at + 1)),
    ),
  ]
}
