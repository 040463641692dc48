declare const safe: unique symbol

/** Text that went through the redactor. Only this room makes it; every way out of the process takes nothing else. */
export type Safe = string & {readonly [safe]: true}

/** Bytes that are no text, or text already made safe; likewise made only here. */
export type SafeBytes = Uint8Array & {readonly [safe]: true}

/** Text that was in the package when it was published: it holds nothing of this machine, and nothing that a caller wrote. */
export function publishedText(text: string): Safe {
  return text as Safe
}

/** Compiled code of such text: an engine puts nothing into it that is not in the text. */
export function publishedCode(code: Uint8Array): SafeBytes {
  return code as SafeBytes
}

/** Safe lines one after the other are safe: every rule works within a line or was applied before. */
export function joinSafe(parts: readonly Safe[]): Safe {
  return parts.join('') as Safe
}

/** Objects that one redactor made, frozen to their depths: what was safe then is safe still, until more is known to be secret. */
export class SealedValues {
  #made = new WeakSet<object>()

  has(value: object): boolean {
    return this.#made.has(value)
  }

  add<T extends object>(value: T): Readonly<T> {
    this.#made.add(value)
    return deepFreeze(value)
  }

  /** To be called when a value was registered. */
  forget(): void {
    this.#made = new WeakSet()
  }
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  }
  return Object.freeze(value)
}
