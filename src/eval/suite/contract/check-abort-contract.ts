import {errorKind} from '#gate/execution-rule'
import type {ContractProbe} from '../../kit/contract-input.ts'
import type {Subject} from '../../model/subject.ts'
import {waitTurn} from '../../model/wait-turn.ts'
import {POLICY} from './ask-command.ts'
import {EMBED} from './ask-embedding.ts'
import {askKnown, type KnownAnswer} from './ask-known.ts'
import {ALL_ROWS, type AskedOperation, BATCH, elsewhere, PREDICT, SCORE} from './ask-operation.ts'
import type {ContractCase} from './contract-case.ts'

/**
 * Turns of the event loop that a call is given before it is given up: some at once, some on their way, some nearly answered. Elsewhere each costs time of
 * others; here one that is answered in a turn must be met in it.
 */
const GIVEN_UP_AFTER = {here: [0, 1, 2, 3, 4, 32, 256], elsewhere: [1, 4, 32, 256]} as const
/** Turns that who takes one call at a time is given to come to the end of one that was given up, before it is asked once more. */
const BUSY_TURNS = [64, 1024, 16_384] as const
/** Whose answers may differ from call to call unless a provider says that they do not. */
const PROMISED_ONLY: readonly string[] = ['policy', 'embed']

/** What an answer may not hang on: that a call was given up. */
export const ABORT_CASES: readonly ContractCase[] = [
  abortedCase('predict-aborted', PREDICT),
  abortedCase('batch-aborted', BATCH),
  abortedCase('score-aborted', SCORE),
  abortedCase('policy-aborted', POLICY),
  abortedCase('embed-aborted', EMBED),
]

/** Whose process was ended since it did not hear that a call was given up: a new one has nothing left of that call, and there are not many. */
const ended = new WeakSet<Subject>()

function turnsFor({inProcess}: Subject): readonly number[] {
  return inProcess ? GIVEN_UP_AFTER.here : GIVEN_UP_AFTER.elsewhere
}

function isHeld({capability}: AskedOperation, subject: Subject): boolean {
  if (subject.endsWithCall || ended.has(subject)) return false
  return subject.deterministic || !PROMISED_ONLY.includes(capability)
}

/** A planner with a deadline gives calls up; what it asks next is answered as ever. */
function abortedCase(name: string, operation: AskedOperation): ContractCase {
  return {
    name,
    capability: operation.capability,
    spread: 'episodes',
    async check(probe) {
      if (!isHeld(operation, probe.subject)) return undefined
      const known = await askKnown(operation, probe, {isOtherForm: probe.key.episode % 2 === 1})
      for (const [at, turns] of turnsFor(probe.subject).entries()) {
        await giveUp(operation, elsewhere(known.probe, at + 1), turns)
        const after = await answerOfIdle(known)
        if (after === 'ended') return undefined
        if (after === 'wrong') return 'a question that was answered before fails after a call that was given up'
        if (!known.isSame(after)) return 'a question is answered otherwise than before, after a call that was given up'
      }
      return undefined
    },
  }
}

/** Who takes one call at a time may refuse this one while it is busy with the one that was given up. */
async function answerOfIdle(known: KnownAnswer): ReturnType<typeof answerOfLiving> {
  const waits = known.probe.subject.descriptor.parallel_safe === false ? BUSY_TURNS : []
  let answer = await answerOfLiving(known)
  for (const turns of waits) {
    if (answer !== 'wrong') return answer
    for (let turn = 0; turn < turns; turn++) await waitTurn()
    answer = await answerOfLiving(known)
  }
  return answer
}

/** `ended`: the process was, with the call before. */
async function answerOfLiving({ask, probe}: KnownAnswer): Promise<Float64Array | 'ended' | 'wrong'> {
  try {
    return await ask()
  } catch (error) {
    probe.signal.throwIfAborted()
    const kind = errorKind(error)
    if (kind === 'refused') throw error
    if (kind === 'unreachable') ended.add(probe.subject)
    return kind === 'unreachable' ? 'ended' : kind
  }
}

/** Asks, and gives the call up unless it is answered by then. However it ends, nobody waits for its answer. */
async function giveUp(operation: AskedOperation, probe: ContractProbe, turns: number): Promise<void> {
  const control = new AbortController()
  let isOver = false
  const over = () => {
    isOver = true
  }
  const signal = AbortSignal.any([probe.signal, control.signal])
  const call = operation.ask({...probe, signal}, ALL_ROWS).then(over, over)
  for (let turn = 0; turn < turns && !isOver; turn++) await waitTurn()
  control.abort(new Error('a call is given up'))
  await call
}
