/** Ends an exhaustive switch: a union member without a branch is a compile error, and at run time a bug. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${typeof value}`)
}
