/** Starts all side by side and waits for each, also where one fails: what was still starting would be nobody's, and stay. Rejects with the first failure in their order. */
export async function startAll(starts: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const end of await Promise.allSettled(starts.map((start) => start()))) {
    if (end.status === 'rejected') throw end.reason
  }
}
