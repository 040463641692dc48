import type {Row} from './exit-ways.ts'
import type {RigOptions} from './hall-rig.ts'

const JUDGES_NOTHING = 'tells what there is; there is nothing to judge'
const NO_VERDICT = 'has no verdict that could lack data'
const SHORT = 'is done before a signal could change anything'

/** How the commands about worlds get to each exit. */
export function envRows({
  bug,
  diskFull,
  sigint,
  sigterm,
}: Readonly<Record<'bug' | 'diskFull' | 'sigint' | 'sigterm', RigOptions>>): Readonly<Record<string, Row>> {
  return {
    'env list': {
      ok: {words: 'env list'},
      failed: JUDGES_NOTHING,
      usage: {words: 'env list more'},
      unavailable: 'reaches for nothing that can be away',
      inconclusive: NO_VERDICT,
      refused: 'only reads, and has no safety rule to break',
      bug: 'opens nothing that could be broken',
      interrupted: SHORT,
      terminated: SHORT,
    },
    'env info': {
      ok: {words: 'env info two-room'},
      failed: JUDGES_NOTHING,
      usage: {words: 'env info three-room'},
      unavailable: {words: 'env info two-room --picture two-room.png', rig: diskFull},
      inconclusive: NO_VERDICT,
      refused: 'writes what it was asked for, and has no safety rule to break',
      bug: {words: 'env info two-room --picture two-room.png', rig: bug},
      interrupted: SHORT,
      terminated: SHORT,
    },
    'env rollout': {
      ok: {words: 'env rollout two-room --output data'},
      failed: JUDGES_NOTHING,
      usage: {words: 'env rollout two-room --output .', given: (shop) => shop.put('mine', 'mine')},
      unavailable: {words: 'env rollout two-room --output data', rig: diskFull},
      inconclusive: NO_VERDICT,
      refused: 'writes to a folder with nothing in it, and has no safety rule to break',
      bug: {words: 'env rollout two-room --output data', rig: bug},
      interrupted: {words: 'env rollout two-room --output data', rig: sigint},
      terminated: {words: 'env rollout two-room --output data', rig: sigterm},
    },
  }
}
