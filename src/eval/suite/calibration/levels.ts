/** Central intervals of which truths are counted, in percent. */
export const LEVELS = [10, 20, 30, 40, 50, 60, 70, 80, 90] as const
