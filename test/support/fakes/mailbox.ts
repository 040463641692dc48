/** What one end says and the other hears, in order and as copies, as between two processes. */
export function mailbox() {
  const waiting: unknown[] = []
  let isOver = false
  let wake: () => void = () => undefined
  return {
    put(message: unknown): void {
      waiting.push(structuredClone(message))
      wake()
    },
    /** Nothing more comes. */
    close(): void {
      isOver = true
      wake()
    },
    async take(): Promise<unknown> {
      while (waiting.length === 0 && !isOver) {
        await new Promise<void>((done) => {
          wake = done
        })
      }
      return waiting.shift()
    },
  }
}
