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

/** What is known of an object that a redactor made. */
interface Mark {
  /** Of the values that were registered when it was made. */
  readonly era: object
  readonly holdsMarks: boolean
}

/** Gives the object back that it is made with, so that what stands on it writes its fields into that. */
class Given {
  constructor(value: object) {
    // biome-ignore lint/correctness/noConstructorReturn: this is what it is for.
    return value
  }
}

/** A mark inside an object, where nobody else can make, read or copy one: a table of all that was ever sealed costs more than to seal. */
class Marked extends Given {
  readonly #mark: Mark

  constructor(value: object, mark: Mark) {
    super(value)
    this.#mark = mark
  }

  static of(value: object): Mark | undefined {
    return #mark in value ? value.#mark : undefined
  }
}

/** Objects that one redactor made, frozen to their depths: what was safe then is safe still, until more is known to be secret. */
export class SealedValues {
  #era = {}

  has(value: object): boolean {
    return Marked.of(value)?.era === this.#era
  }

  /** One in which nothing had to be masked: beside others it needs no numbers of theirs. */
  isBlank(value: object): boolean {
    const mark = Marked.of(value)
    return mark !== undefined && mark.era === this.#era && !mark.holdsMarks
  }

  /** `value`: a copy that nobody else holds. */
  add<T extends object>(value: T, holdsMarks: boolean): Readonly<T> {
    new Marked(value, {era: this.#era, holdsMarks})
    return deepFreeze(value)
  }

  /** To be called when a value was registered. */
  forget(): void {
    this.#era = {}
  }
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const key of Object.keys(value)) {
    const inner: unknown = Reflect.get(value, key)
    if (typeof inner === 'object' && inner !== null && !Object.isFrozen(inner)) deepFreeze(inner)
  }
  return Object.freeze(value)
}
