/** What goes on elsewhere, and how it is stopped if it can be. */
export type RemoteWork = 'none' | 'may_continue' | ((signal: AbortSignal) => Promise<unknown>)
