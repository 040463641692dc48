/** A trace's name for a step, from the names above it. Steps take fewer characters than providers. */
export function joinStepId(...parts: readonly string[]): string {
  const text = parts.join(':').replaceAll(/[^A-Za-z0-9_.:-]/g, '_')
  return text.slice(0, MOST)
}

const MOST = 128
