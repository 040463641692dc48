import {ProviderError} from '#error/provider-error'

export const AFTER_RATE_LIMIT =
  'Wait as long as it says, then ask again; where that comes back, give a token with a higher limit, or let the service raise that of this one.'

/** A limit of rate that nobody waits out: how long the service wants to be left alone, if it says so. `isOurs`: it is that of a token. */
export function rateLimit(status: number, seconds: number | undefined, isOurs: boolean): ProviderError {
  const whose = isOurs ? 'of this token' : 'without a token from this address'
  const wait = seconds === undefined ? 'does not say for how long' : `says to wait ${waitText(Math.ceil(seconds))}`
  const message = `the service limits the requests ${whose} (${status}) and ${wait}`
  return new ProviderError('rate_limited', message, {fault: 'busy', hint: AFTER_RATE_LIMIT})
}

const waitText = (seconds: number) =>
  seconds < 120 ? `${seconds} s` : `${seconds} s, which is ${Math.ceil(seconds / 60)} min`
