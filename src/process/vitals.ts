/** How the measuring process was while it measured. Times in milliseconds; null: not known here. */
export interface Vitals {
  readonly loopDelayMs: {readonly p50: number; readonly p99: number; readonly max: number} | null
  readonly gc: {readonly count: number; readonly totalMs: number} | null
  readonly cpuMs: {readonly user: number; readonly system: number} | null
  /** One-minute load averages of the machine. */
  readonly load: {readonly before: number; readonly after: number} | null
}

/** Watches until it is told to stop. */
export type WatchVitals = () => Promise<{stop(): Promise<Vitals>}>
