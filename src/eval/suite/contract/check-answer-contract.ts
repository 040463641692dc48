import {digestValue} from '#provider/model/value-check'
import {type ContractProbe, probeWorld} from '../../kit/contract-input.ts'
import {isClose} from '../../kit/tolerance.ts'
import {spokenCount} from '../reasoning/spoken-answer.ts'
import {embedded, shownFrame} from './ask-embedding.ts'
import type {ContractCase} from './contract-case.ts'

const QUERY = 'How many objects are there?'

/** What a provider that answers questions or embeds promises. */
export const ANSWER_CASES: readonly ContractCase[] = [
  {
    name: 'reason-count',
    capability: 'reason',
    spread: 'episodes',
    async check(probe) {
      const {ids, answer} = await asked(probe)
      const count = spokenCount(answer, ids)
      if (count === undefined) return 'a count is not one whole number'
      return count === ids.length ? undefined : `${ids.length} objects are counted as ${count}`
    },
  },
  {
    name: 'reason-evidence',
    capability: 'reason',
    spread: 'episodes',
    async check(probe) {
      const {ids, evidence} = await asked(probe)
      const named = new Set(evidence)
      const isSame = named.size === ids.length && ids.every((id) => named.has(id))
      return isSame ? undefined : 'the evidence for a count of all objects is not the ids of the scene'
    },
  },
  {
    name: 'reason-input',
    capability: 'reason',
    spread: 'episodes',
    async check(probe) {
      const request = {query: QUERY, world_state: probeWorld(probe)}
      const before = digestValue(request)
      await probe.subject.reason(request, probe.signal)
      return digestValue(request) === before ? undefined : 'answering changed its input'
    },
  },
  {
    name: 'embed-repeat',
    capability: 'embed',
    spread: 'episodes',
    async check(probe) {
      const [one, other] = [
        shownFrame(probe),
        shownFrame({...probe, key: {...probe.key, episode: probe.key.episode + 1}}),
      ]
      const before = await embedded(probe, one)
      const between = await embedded(probe, other)
      const after = await embedded(probe, one)
      if (between.length !== before.length) return 'embeddings of two inputs differ in length'
      return !probe.subject.deterministic || isClose(before, after)
        ? undefined
        : 'an embedding depends on earlier calls'
    },
  },
]

async function asked(probe: ContractProbe) {
  const world = probeWorld(probe)
  const {answer, evidence} = await probe.subject.reason({query: QUERY, world_state: world}, probe.signal)
  return {ids: Object.keys(world.scene?.objects ?? {}), answer, evidence}
}
