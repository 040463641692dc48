/** Frames of one trajectory, in trials that follow each other. */
export const TRAJECTORY_FRAMES = 4

/** Which trajectory a trial belongs to: frames of one must not stand on both sides of a split. */
export function trajectoryNumber(episode: number): number {
  return Math.floor(episode / TRAJECTORY_FRAMES)
}
