/** Variables of a process by name, as the caller gives them; nobody but `compose/` and `cli/` reads those of this one. */
export type Variables = Readonly<Record<string, string | undefined>>
