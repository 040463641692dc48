/** Ways in which a world may turn out other than its rules say. */
export const SHIFT_FACTORS = ['mass', 'friction', 'gain', 'door', 'noise', 'delay', 'goals'] as const
export type ShiftFactor = (typeof SHIFT_FACTORS)[number]
