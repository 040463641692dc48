/** What a compiled validator reports of one fault. `instancePath` is an RFC 6901 pointer. */
export interface SchemaFault {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** A schema of `schemas/` compiled ahead: the title of the document and its validator. */
export interface Contract<Document> {
  readonly title: string
  readonly validate: ((value: unknown) => value is Document) & {errors?: readonly SchemaFault[] | null}
}
