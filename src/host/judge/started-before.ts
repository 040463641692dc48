/** Managers of services count whole seconds, and so do the metrics of many programs (prom-client rounds them). */
const SECOND_MS = 1000

/** Whether what began then was there already, both in ms since 1970: a beginning told in whole seconds may seem up to one too early. */
export const startedBefore = (startedAtMs: number, sinceMs: number): boolean => startedAtMs + SECOND_MS <= sinceMs
