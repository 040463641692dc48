import type {Row} from './exit-ways.ts'
import type {RigOptions} from './hall-rig.ts'
import type {Workshop} from './workshop.ts'

const NEEDS_NODES = 'needs nodes that can be stopped and changed: test/command/node-upgrade.test.ts'
const LISTS = 'tells what there is; there is nothing to judge'

/** A node where nobody listens, and a service manager that would start it. */
const away = (shop: Workshop) =>
  shop.put(
    'node.yaml',
    JSON.stringify({
      schema_version: 1,
      kind: 'node-target',
      alias: 'away',
      environment: 'staging',
      nodes: [{name: 'v1', base_url: 'http://127.0.0.1:1'}],
      adapter: {
        kind: 'systemd',
        unit: 'hostnode.service',
        ...Object.fromEntries(
          ['install', 'restore_program', 'backup_create', 'backup_verify'].map((act) => [act, ['true']]),
        ),
      },
    }),
  )

interface Rigs {
  readonly bug: RigOptions
  readonly sigint: RigOptions
  readonly sigterm: RigOptions
}

/** How the commands about upgrades get to each exit. */
export function upgradeRows({bug, sigint, sigterm}: Rigs): Readonly<Record<string, Row>> {
  const row = (words: string): Row => ({
    ok: NEEDS_NODES,
    failed: NEEDS_NODES,
    usage: {words: words.replace(' --target node.yaml', '')},
    unavailable: {words: `${words} --allow-loopback`, given: away},
    inconclusive: NEEDS_NODES,
    refused: {words, given: away},
    bug: {words, given: away, rig: bug},
    interrupted: {words, given: away, rig: sigint},
    terminated: {words, given: away, rig: sigterm},
  })
  return {
    'node plan': {...row('node plan --target node.yaml --to 1.0.1'), failed: LISTS, inconclusive: LISTS},
    'node upgrade': row('node upgrade --target node.yaml --to 1.0.1 --apply'),
    'node rollback': {
      ...row('node rollback --target node.yaml --apply'),
      unavailable: 'a node that does not answer is one that could not be put back, which is unsafe',
      refused: NEEDS_NODES,
      interrupted: 'ends what it began: half of the way back is none',
      terminated: 'ends what it began: half of the way back is none',
    },
    'node status': {...row('node status --target node.yaml'), failed: LISTS, inconclusive: LISTS},
  }
}
