/** Where somebody pointed a webhook, and what the node made of it. */
export interface HookAim {
  readonly url: string
  /** Id of the webhook, if the node has made one. */
  readonly hookId: string | undefined
  /** `not_made`, or what came of a delivery: its error, else its status. */
  readonly end: string
}

const REFUSED = ['not_made', 'address_refused', 'redirect_refused']

/** How many were refused, where, and those that were not. */
export function toldAims(aims: readonly HookAim[]): Readonly<Record<string, unknown>> {
  const count = (end: string) => aims.filter((one) => one.end === end).length
  const through = aims.filter(({end}) => !REFUSED.includes(end))
  return {
    tried: aims.length,
    refused: aims.length - through.length,
    not_made: count('not_made'),
    by_address: count('address_refused'),
    redirects: count('redirect_refused'),
    through: through.map(({url, end}) => `${url} ${end}`).join(' ') || 'none',
  }
}
