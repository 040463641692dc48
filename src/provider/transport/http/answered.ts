/** A good reply: its JSON, and the headers it came with. */
export interface Answered {
  readonly value: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Name of the header by which a fault server says what it is. */
export const FIXTURE_HEADER = 'x-assay-fixture'

/** What an answer proves: something of a live server, or only that the contract was kept with a fixture. */
export function evidenceClass({headers}: Pick<Answered, 'headers'>): 'live' | 'contract-fixture' {
  return headers[FIXTURE_HEADER] === undefined ? 'live' : 'contract-fixture'
}
