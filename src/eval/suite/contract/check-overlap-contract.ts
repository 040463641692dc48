import {episodeLabel, seedStream} from '#random/stream'
import type {ContractProbe} from '../../kit/contract-input.ts'
import {POLICY} from './ask-command.ts'
import {takesMany, wrongAmong} from './ask-crowd.ts'
import {EMBED} from './ask-embedding.ts'
import {askKnown, type KnownAnswer} from './ask-known.ts'
import {type AskedOperation, BATCH, elsewhere, PREDICT, SCORE} from './ask-operation.ts'
import type {ContractCase} from './contract-case.ts'

/** Questions of each world among calls under way: every second one in another form. */
const QUESTIONS = 4
/** Operations of which one call may be under way with those of another: what one leaves in a place that both use, the other may read. */
const MODELLED = [PREDICT, BATCH, SCORE]

/** What an answer may not hang on: which other calls are under way. */
export const OVERLAP_CASES: readonly ContractCase[] = [
  besideCase('predict-beside', PREDICT),
  besideCase('batch-beside', BATCH),
  besideCase('score-beside', SCORE),
  besideCase('policy-beside', POLICY),
  besideCase('embed-beside', EMBED),
  amongCase('score-among', SCORE),
  amongCase('batch-among', BATCH),
]

/** Many calls at once, in several forms and of two worlds where the run has them, are answered as each of them alone. */
function besideCase(name: string, operation: AskedOperation): ContractCase {
  return {
    name,
    capability: operation.capability,
    spread: 'episodes',
    async check(probe) {
      if (!isHeld(operation, probe)) return undefined
      const {beside} = probe
      const here = await knownIn(operation, probe)
      const there = beside ? await knownIn(operation, inWorld(probe, beside)) : []
      const crowd = {...probe, stream: seedStream(`${episodeLabel(probe.key, 'noise')}|${name}`)}
      const wrong = await wrongAmong([...here, ...there], crowd)
      if (wrong === undefined) return undefined
      const isOfWorlds = beside && (await wrongAmong(here, crowd)) === undefined
      return `${wrong}${isOfWorlds ? ` and some of them are of another world (${beside.id})` : ''}`
    },
  }
}

/** A policy may keep what it saw in an episode: only who says that calls may overlap is asked for several at once. */
function isHeld({capability}: AskedOperation, {subject}: ContractProbe): boolean {
  if (capability === 'policy') return subject.deterministic && subject.descriptor.parallel_safe === true
  return takesMany(subject) && (capability !== 'embed' || subject.deterministic)
}

function inWorld(probe: ContractProbe, environment: NonNullable<ContractProbe['beside']>): ContractProbe {
  return {...probe, environment, key: {...probe.key, environment: environment.key, stratum: environment.strata[0]}}
}

async function knownIn(operation: AskedOperation, probe: ContractProbe): Promise<readonly KnownAnswer[]> {
  const known: KnownAnswer[] = []
  for (let at = 1; at <= QUESTIONS; at++)
    known.push(await askKnown(operation, elsewhere(probe, at), {isOtherForm: at % 2 === 0}))
  return known
}

/** Calls of an operation are answered as each of them alone, among calls of what else the provider does. */
function amongCase(name: string, operation: AskedOperation): ContractCase {
  return {
    name,
    capability: operation.capability,
    spread: 'episodes',
    async check(probe) {
      const others = MODELLED.filter((other) => other !== operation && isAble(other, probe))
      if (others.length === 0 || !takesMany(probe.subject)) return undefined
      const known: KnownAnswer[] = []
      for (const asked of [operation, ...others])
        known.push(await askKnown(asked, elsewhere(probe, known.length + 1), {isOtherForm: false}))
      const stream = seedStream(`${episodeLabel(probe.key, 'noise')}|${name}`)
      const wrong = await wrongAmong(known, {...probe, stream})
      return (
        wrong &&
        `${wrong} and some of them are of another operation (${others.map(({capability}) => capability).join(', ')})`
      )
    },
  }
}

function isAble({capability}: AskedOperation, {subject: {capabilities, batched}}: ContractProbe): boolean {
  return capability === 'predict_batch' ? batched : capabilities.some((one) => one === capability)
}
