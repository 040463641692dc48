/** A parsed document before its rules are checked; `at` is the offset of the value in the text, -1 where unknown. */
export type Tree = Leaf | List | Mapping

export interface Leaf {
  readonly kind: 'leaf'
  readonly value: unknown
  readonly at: number
}

export interface List {
  readonly kind: 'list'
  readonly items: readonly Tree[]
  readonly at: number
}

/** Entries as written: a key may still be there twice. */
export interface Mapping {
  readonly kind: 'map'
  readonly entries: readonly Entry[]
  readonly at: number
}

export interface Entry {
  readonly key: string
  readonly keyAt: number
  readonly value: Tree
}

/** Something wrong at an offset, in words without the value. */
export interface Fault {
  readonly rule: string
  readonly message: string
  readonly at: number
  readonly path: readonly string[]
}

/** What a parser makes of a text: a tree unless the syntax is broken, and every fault it saw. */
export interface Parsed {
  readonly tree: Tree | undefined
  readonly faults: readonly Fault[]
}
