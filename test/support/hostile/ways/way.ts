/** Where in the life of a provider something goes wrong. */
export type Moment = 'import' | 'probe' | 'first call' | 'later call' | 'timer' | 'teardown' | 'always'

/** One way in which others' code ends, blocks, throws late, floods, forges or prints. */
export interface Way {
  readonly name: string
  readonly kind: 'module' | 'stdio' | 'http'
  readonly moment: Moment
  /** Nothing that was asked for is lost: a good verdict is no lie. */
  readonly mayPass?: true
  /** It ends the process that signs, which nothing can stop: no verdict then, but never a good one. */
  readonly endsUs?: true
  /** It lasts as long as its own limits allow, which a command without flags for them cannot shorten. */
  readonly waits?: true
  /** What the module, the program or the server does. */
  readonly code: string
}
