import type {Assay} from '#provider/assay'
import {Action} from '#world/model/action'

type RealCall = (assay: Assay, provider: string, signal: AbortSignal) => Promise<unknown>

const PROMPT = 'a robot arm pushes a block across a table'
const SECONDS = 4

/** The least that can be asked of operations that need no world. Raw actions are looked at, not what a host makes of them. */
export const REAL_CALLS: Readonly<Partial<Record<string, RealCall>>> = {
  embed: (assay, provider, signal) => assay.embed({text: PROMPT}, provider, {signal}),
  reason: (assay, provider, signal) => assay.reason({query: PROMPT}, provider, {signal}),
  policy: (assay, provider, signal) =>
    assay.policy({info: {prompt: PROMPT}}, provider, {signal, translator: () => [Action.noop()]}),
  generate: (assay, provider, signal) =>
    assay.generate({prompt: PROMPT, duration_seconds: SECONDS}, provider, {signal}),
}
