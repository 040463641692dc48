import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {Assay} from '#provider/assay'
import {rawTranslator} from '#provider/translator/raw-translator'
import {checkAction} from '#world/model/action'

/** What came of a call: a digest of what it made, and what its result says of itself. */
export interface CallEnd {
  readonly sha256: string
  readonly facts: string
}

type Called = Pick<Assay, 'generate' | 'score' | 'policy' | 'predict' | 'examples'>

/** Sends what the drill says, else what the provider names as an example. Throws what the call throws, `invalid_input` where there is nothing to send. */
export async function callOperation(library: Called, args: Readonly<Record<string, unknown>>): Promise<CallEnd> {
  const provider = String(args['provider'])
  const examples: Readonly<Record<string, unknown>> = {...(await library.examples(provider))}
  // The library checks it as any request of a host.
  const request = (args['request'] ?? examples[String(args['operation'])]) as never
  if (request === undefined) throw new AssayError('invalid_input', 'the provider names no example of this operation')
  switch (args['operation']) {
    case 'generate': {
      const {media, metadata} = await library.generate(request, provider)
      return {sha256: media.sha256, facts: JSON.stringify(metadata)}
    }
    case 'score': {
      const {scores, metadata} = await library.score(request, provider)
      return {sha256: sha256(JSON.stringify([...scores])), facts: JSON.stringify(metadata)}
    }
    case 'policy': {
      const {actions, metadata} = await library.policy(request, provider, {translator: rawTranslator})
      return {sha256: sha256(JSON.stringify(actions)), facts: JSON.stringify(metadata)}
    }
    case 'predict': {
      const {world_state, action, steps} = request
      const {state, metadata} = await library.predict(world_state, checkAction(action), steps, provider)
      return {sha256: sha256(JSON.stringify(state)), facts: JSON.stringify(metadata)}
    }
    default:
      throw new AssayError('invalid_input', 'drills call generate, score, policy and predict')
  }
}
