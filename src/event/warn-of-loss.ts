import {codeOf} from '#error/assay-error'

/**
 * Says a single time that a sink loses events: as a warning of the process, which a host may listen for (`process.on('warning')`) and
 * otherwise finds on standard error. Names and codes only; the text of an error may hold anything.
 */
export class LossWarning {
  readonly #sink: string
  #isSaid = false

  constructor(sink: string) {
    this.#sink = sink
  }

  say(error?: unknown): void {
    if (this.#isSaid) return
    this.#isSaid = true
    const why = causeOf(error)
    process.emitWarning(`${this.#sink} loses events${why === '' ? '' : ` (${why})`}; how many is counted in lost`, {
      type: 'AssayWarning',
      code: 'ASSAY_EVENTS_LOST',
    })
  }
}

/** The class of a sink or the name of a function, where it is a plain word. */
export function nameOfTarget(target: unknown): string {
  const name: unknown = typeof target === 'function' ? target.name : target?.constructor?.name
  return typeof name === 'string' && /^[A-Za-z_$][\w$]{0,63}$/.test(name) && name !== 'Object'
    ? name
    : 'an event handler'
}

function causeOf(error: unknown): string {
  const word = codeOf(error) ?? (error instanceof Error ? (Reflect.get(error, 'code') ?? error.name) : '')
  return typeof word === 'string' && /^\w{1,64}$/.test(word) ? word : ''
}
