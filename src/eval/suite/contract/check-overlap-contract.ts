import {errorKind} from '#gate/execution-rule'
import {episodeLabel, type Stream, seedStream} from '#random/stream'
import type {ContractProbe} from '../../kit/contract-input.ts'
import type {Subject} from '../../model/subject.ts'
import {waitTurn} from '../../model/wait-turn.ts'
import {ALL_ROWS, type AskedOperation, areSameFor, BATCH, elsewhere, PREDICT, SCORE} from './ask-operation.ts'
import type {ContractCase} from './contract-case.ts'

/** Calls that are under way at once: more than a pool of buffers has places. */
const CROWD = 40
/** Crowds of calls: of the first some come so slowly that each is answered before the next one is there. Elsewhere each costs time of others. */
const CROWDS = {here: 2, elsewhere: 1} as const
/** Questions among them, of each world. In what order they stand is drawn, so that no ring of places holds the same one again. */
const QUESTIONS = 3
/** Turns of the event loop that a call is given before it is given up: some at once, some on their way, some nearly answered. */
const GIVEN_UP_AFTER = [1, 4, 32, 256] as const
/** Turns that who takes one call at a time is given to come to the end of one that was given up, before it is asked once more. */
const BUSY_TURNS = [64, 1024, 16_384] as const

/** What an answer may not hang on: which other calls are under way, and that one was given up. */
export const OVERLAP_CASES: readonly ContractCase[] = [
  besideCase('predict-beside', PREDICT),
  besideCase('batch-beside', BATCH),
  besideCase('score-beside', SCORE),
  abortedCase('predict-aborted', PREDICT),
  abortedCase('batch-aborted', BATCH),
  abortedCase('score-aborted', SCORE),
]

/** A question, and how it is answered while no other is. */
interface Known {
  readonly probe: ContractProbe
  readonly alone: Float64Array
}

/** Many calls at once, of two worlds where the run has them, are answered as each of them alone. */
function besideCase(name: string, operation: AskedOperation): ContractCase {
  return {
    name,
    capability: operation.capability,
    spread: 'episodes',
    async check(probe) {
      if (!takesMany(probe.subject)) return undefined
      const {beside} = probe
      const here = await knownIn(operation, probe)
      const there = beside ? await knownIn(operation, inWorld(probe, beside)) : []
      const stream = seedStream(`${episodeLabel(probe.key, 'noise')}|${name}`)
      const wrong = await wrongAmong(operation, [...here, ...there], stream)
      if (wrong === undefined) return undefined
      const isOfWorlds = beside && (await wrongAmong(operation, here, stream)) === undefined
      return `${wrong} while ${CROWD} calls are under way${isOfWorlds ? ` and some of them are of another world (${beside.id})` : ''}`
    },
  }
}

/** Elsewhere one call is under way unless somebody says that more may be: a server may take one at a time. */
function takesMany({descriptor, inProcess}: Subject): boolean {
  return descriptor.parallel_safe ?? inProcess
}

function inWorld(probe: ContractProbe, environment: NonNullable<ContractProbe['beside']>): ContractProbe {
  return {...probe, environment, key: {...probe.key, environment: environment.key, stratum: environment.strata[0]}}
}

async function knownIn(operation: AskedOperation, probe: ContractProbe): Promise<readonly Known[]> {
  const known: Known[] = []
  for (let at = 1; at <= QUESTIONS; at++) {
    const question = elsewhere(probe, at)
    known.push({probe: question, alone: await answerTo(operation, question)})
  }
  return known
}

/** What is wrong with an answer in one of several crowds. */
async function wrongAmong(
  operation: AskedOperation,
  known: readonly Known[],
  stream: Stream,
): Promise<string | undefined> {
  const crowds = known[0]?.probe.subject.inProcess ? CROWDS.here : CROWDS.elsewhere
  for (let crowd = 0; crowd < crowds; crowd++) {
    const wrong = await wrongIn(operation, known, stream)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** What is wrong with an answer that a crowd of calls among these gets. A call that is not taken, or lost on its way, is no answer. */
async function wrongIn(
  operation: AskedOperation,
  known: readonly Known[],
  stream: Stream,
): Promise<string | undefined> {
  const asked = Array.from({length: CROWD}, () => known[stream.int(known.length)]).filter((one) => one !== undefined)
  const ends = await Promise.allSettled(asked.map(({probe}) => answerTo(operation, probe)))
  for (const [at, {probe, alone}] of asked.entries()) {
    const end = ends[at]
    probe.signal.throwIfAborted()
    if (end?.status === 'rejected' && errorKind(end.reason) === 'refused') throw end.reason
    if (end?.status === 'rejected' && errorKind(end.reason) === 'wrong') return 'a call that is answered alone fails'
    if (end?.status === 'fulfilled' && !areSameFor(operation, probe, [alone, end.value], ALL_ROWS))
      return 'a question is answered otherwise than alone'
  }
  return undefined
}

async function answerTo(operation: AskedOperation, probe: ContractProbe): Promise<Float64Array> {
  return Float64Array.from((await operation.ask(probe, ALL_ROWS))())
}

/** Whose process was ended since it did not hear that a call was given up: a new one has nothing left of that call, and there are not many. */
const ended = new WeakSet<Subject>()

/** A planner with a deadline gives calls up; what it asks next is answered as ever. */
function abortedCase(name: string, operation: AskedOperation): ContractCase {
  return {
    name,
    capability: operation.capability,
    spread: 'episodes',
    async check(probe) {
      const {subject} = probe
      if (subject.endsWithCall || ended.has(subject)) return undefined
      const alone = await answerTo(operation, probe)
      for (const [at, turns] of GIVEN_UP_AFTER.entries()) {
        await giveUp(operation, elsewhere(probe, at + 1), turns)
        const after = await answerOfIdle(operation, probe)
        if (after === 'ended') return undefined
        if (after === 'wrong') return 'a question that was answered before fails after a call that was given up'
        if (!areSameFor(operation, probe, [alone, after], ALL_ROWS))
          return 'a question is answered otherwise than before, after a call that was given up'
      }
      return undefined
    },
  }
}

/** Who takes one call at a time may refuse this one while it is busy with the one that was given up. */
async function answerOfIdle(operation: AskedOperation, probe: ContractProbe): ReturnType<typeof answerOfLiving> {
  const waits = probe.subject.descriptor.parallel_safe === false ? BUSY_TURNS : []
  let answer = await answerOfLiving(operation, probe)
  for (const turns of waits) {
    if (answer !== 'wrong') return answer
    for (let turn = 0; turn < turns; turn++) await waitTurn()
    answer = await answerOfLiving(operation, probe)
  }
  return answer
}

/** `ended`: the process was, with the call before. */
async function answerOfLiving(
  operation: AskedOperation,
  probe: ContractProbe,
): Promise<Float64Array | 'ended' | 'wrong'> {
  try {
    return await answerTo(operation, probe)
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
