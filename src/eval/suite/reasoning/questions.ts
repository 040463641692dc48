/** What is asked; each has rows of its own, for one may hide the other. */
export const QUESTIONS = ['count', 'absent', 'relation', 'nearest'] as const
export type Question = (typeof QUESTIONS)[number]
