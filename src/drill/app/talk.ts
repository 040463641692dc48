/** What a child of a drill says first, when it is there. `url`: of a server, where it listens. */
export interface ChildHello {
  readonly pid: number
  readonly url?: string
  /** What it cannot be without, as in "the package zeromq": then it ends. */
  readonly missing?: string
}

/** One question to a child: a line each, answered in any order. */
export interface ChildQuestion {
  readonly id: number
  readonly ask: string
  readonly args: Readonly<Record<string, unknown>>
}

/** `failed`: why there is no answer, in words that are safe to show. */
export type ChildReply =
  | {readonly id: number; readonly answer: Readonly<Record<string, unknown>>}
  | {readonly id: number; readonly failed: string}

/** Model servers by the transport that they speak. */
export const TRANSPORTS = {
  cosmos: 'http',
  'cosmos-policy': 'http',
  runway: 'http',
  bridge: 'http',
  gr00t: 'zmq',
  openpi: 'ws',
} as const

export type DrilledService = keyof typeof TRANSPORTS

/** Answers questions of a drill; what it throws becomes `failed`. */
export type AnswerQuestion = (question: ChildQuestion) => Promise<Readonly<Record<string, unknown>>>
