/** How long whoever is behind may take to catch up, look by look, in units of the pause between two looks: three seconds in all. */
export const PATIENCE: readonly number[] = [1, 2, 4, 8]
