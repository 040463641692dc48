import type {Row} from './exit-ways.ts'
import {MemoryKeyring, noKeyring} from './fakes/memory-keyring.ts'
import type {RigOptions} from './hall-rig.ts'

/** A keyring of one account at `https://host.example`, new each time, and somebody who types a token. */
const KEEPS: RigOptions = {
  ports: {
    keyring: async () =>
      new MemoryKeyring({
        'assay:https://host.example|alice': 'token-a',
        'assay:https://host.example| book': '{"accounts":["alice"]}',
        'assay| places': 'https://host.example',
      }),
  },
  askSecret: async () => 'token-b',
}
const NO_VERDICT = 'has no verdict that could lack data'
const AT_ONCE = 'is done before a signal could change anything'
const SILENT = 'node account add --host http://127.0.0.1:9'

/** The ways of the commands about accounts; `bug`, `SIGINT` and `SIGTERM` are the rigs for those. */
export function accountRows(
  rigs: Readonly<Record<'bug' | 'SIGINT' | 'SIGTERM', RigOptions>>,
): Readonly<Record<string, Row>> {
  const keyringOnly = (words: string, wrong: string): Row => ({
    ok: {words, rig: KEEPS},
    failed: NO_VERDICT,
    usage: {words: wrong, rig: KEEPS},
    unavailable: {words, rig: {ports: {keyring: noKeyring}}},
    inconclusive: NO_VERDICT,
    refused: 'reaches for nothing that can be away',
    bug: {words, rig: rigs.bug},
    interrupted: AT_ONCE,
    terminated: AT_ONCE,
  })
  const at = '--host https://host.example'
  return {
    'node account add': {
      ...keyringOnly(`node account add ${at}`, 'node account add --host host.example'),
      ok: 'needs a host that knows the token; node-account.test.ts has one',
      unavailable: {words: `${SILENT} --allow-loopback`, rig: KEEPS},
      refused: {words: SILENT, rig: KEEPS},
      interrupted: {words: `${SILENT} --allow-loopback`, rig: {...KEEPS, ...rigs.SIGINT}},
      terminated: {words: `${SILENT} --allow-loopback`, rig: {...KEEPS, ...rigs.SIGTERM}},
    },
    'node account list': keyringOnly('node account list', 'node account list --host host.example'),
    'node account remove': keyringOnly(`node account remove alice ${at}`, `node account remove nobody ${at}`),
    'node account use': keyringOnly(`node account use alice ${at}`, `node account use nobody ${at}`),
  }
}
