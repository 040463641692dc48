import type {ProbeWay} from './probe-context.ts'

/** The host application is asked; paths that it is given lie in its own folder. */
export const probeHost =
  (question: string): ProbeWay =>
  (args, {site, signal}) =>
    site.ask(question, args, signal)
