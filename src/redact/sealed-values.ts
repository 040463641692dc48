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
