/** A way from a name to all its addresses. Rejects as `node:dns` does. */
export interface Resolver {
  addresses(host: string): Promise<readonly string[]>
}
