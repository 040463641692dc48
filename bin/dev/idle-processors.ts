import {cpus} from 'node:os'

type Look = () => ReadonlyArray<{readonly times: ReturnType<typeof cpus>[number]['times']}>

/** Tells how many of the machine's processors had nothing to do since it was asked last; other programs' work counts as work. */
export class IdleProcessors {
  readonly #look: Look
  #before: ReturnType<typeof summed>

  constructor(look: Look = cpus) {
    this.#look = look
    this.#before = summed(look)
  }

  idleSinceLast(): number {
    const before = this.#before
    const now = summed(this.#look)
    this.#before = now
    const all = now.all - before.all
    // Where the system does not tell, nothing is idle.
    return all > 0 ? (now.count * (now.idle - before.idle)) / all : 0
  }
}

function summed(look: Look) {
  const processors = look().map(({times}) => times)
  const idle = processors.reduce((sum, times) => sum + times.idle, 0)
  const all = processors.reduce((sum, times) => sum + times.idle + times.user + times.nice + times.sys + times.irq, 0)
  return {idle, all, count: processors.length}
}
