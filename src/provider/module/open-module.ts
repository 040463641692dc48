import type {StartLineChild} from '#process/line-child'
import {systemClock} from '#random/system-clock'
import {Lives} from '../external/lives.ts'
import type {CallContext, Hook, Provider} from '../model/provider.ts'
import {waitWithin} from '../model/wait-out.ts'
import {ModuleLife, type ModulePlace, type ModuleQuestion} from './conduct-module.ts'
import {measurePipe} from './measure-pipe.ts'
import {descriptorIn, type ModuleHello} from './module-hello.ts'
import type {ModuleSlot} from './module-message.ts'
import {believedNs, type PipeCost} from './pipe-cost.ts'

/** A provider whose module runs in a process of its own. `close` settles when that has ended, however it behaves. */
export interface OpenedModule {
  readonly provider: Provider
  close(): Promise<void>
}

/**
 * Loads a module in a process of its own. With `isTimed` its calls tell how much of their time was the module's. Nothing it does reaches this process: it may end, block, print or throw late, and then its
 * calls fail as those of a program do. Throws why it could not be loaded; then its process has ended.
 */
export async function openModule(
  place: ModulePlace & {readonly isTimed?: boolean | undefined},
  start: StartLineChild,
  signal: AbortSignal,
): Promise<OpenedModule> {
  let first: ModuleHello | undefined
  let pipe: PipeCost | undefined
  const lives = new Lives(() => {
    const life = new ModuleLife(place, start, first?.profile)
    if (place.isTimed !== true || pipe !== undefined) life.load()
    return life
  })
  try {
    const life = lives.current()
    if (place.isTimed === true) {
      // Nothing of the module's is there yet that could make the talk look dear.
      pipe = await measurePipe((input) => waitWithin(signal, () => life.echo(input)), systemClock)
      life.load()
    }
    first = await waitWithin(signal, () => life.hello)
    return {provider: providerOf(first, lives, pipe), close: () => lives.close()}
  } catch (error) {
    await lives.close()
    throw error
  }
}

function providerOf(
  {profile, slots, descriptor, examples}: ModuleHello,
  lives: Lives<ModuleLife>,
  pipe: PipeCost | undefined,
): Provider {
  let promised = descriptor
  const ask = async (question: ModuleQuestion): Promise<unknown> => {
    const life = lives.current()
    const {isGreeted} = life
    await waitWithin(question.signal, () => life.hello)
    const {value, descriptor: told, toldNs, ...talked} = await life.ask(question)
    // The time that a caller waits while a module is loaded again counts as the module's.
    if (pipe !== undefined && toldNs !== undefined && isGreeted)
      question.context?.took?.(believedNs(toldNs, talked, pipe))
    if (told !== undefined) promised = descriptorIn(told)
    return value
  }
  const call = (slot: ModuleSlot) => (input: unknown, context: CallContext) =>
    ask({slot, input, context, signal: context.signal})
  const hook =
    (slot: ModuleSlot): Hook =>
    (signal) =>
      ask({slot, signal}) as never
  // What was torn down is loaded anew by the next library that uses it.
  const tearDown: Hook = (signal) =>
    lives.isOpen ? Promise.try(hook('teardown'), signal).finally(() => lives.renew()) : {status: 'ready'}
  const isHook = (slot: ModuleSlot) => ['preflight', 'warmup'].includes(slot)
  const methods = slots.map((slot) => [slot, isHook(slot) ? hook(slot) : call(slot)])
  return {
    ...(Object.fromEntries(methods) as Pick<Provider, 'probe'>),
    ...(slots.includes('teardown') && {teardown: tearDown}),
    profile,
    examples: () => examples,
    get descriptor() {
      return promised
    },
    ...(slots.includes('describe') && {
      describe: (signal: AbortSignal) => ask({slot: 'describe', signal}).then(descriptorIn),
    }),
  }
}
