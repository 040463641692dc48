import {ProviderError} from '#error/provider-error'
import type {ChildEnd} from '#process/children'

/** The process of a provider ended while it measured. Results of its other operations are kept, and other providers go on. */
export class LostProcess extends ProviderError {
  constructor(provider: string, {kind, code, signal}: ChildEnd) {
    const how = kind === 'signalled' ? `by ${signal}` : `with ${code}`
    const what = kind === 'missing' ? 'could not be started' : `ended ${how} while it measured`
    super('internal', `the process of ${provider} ${what}`, {provider})
  }
}
