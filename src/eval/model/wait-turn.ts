/** Lets signals, timers and heartbeats have their turn; work in this process would otherwise never give the thread away. */
export function waitTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
