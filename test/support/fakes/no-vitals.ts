import type {Vitals, WatchVitals} from '#process/vitals'

export const NO_VITALS: Vitals = {loopDelayMs: null, gc: null, cpuMs: null, load: null}

/** Sees nothing. */
export const blindVitals: WatchVitals = async () => ({stop: async () => NO_VITALS})
