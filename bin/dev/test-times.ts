/** What a test file took. `processorMs`: of its process and of the children it waited for; absent where the process was killed. */
export interface FileTime {
  readonly file: string
  readonly wallMs: number
  readonly processorMs?: number | undefined
}

/** Seconds of processor time: of files that are dear, by name, and of every other. */
export interface Budgets {
  readonly others: number
  readonly files: Readonly<Record<string, number>>
}

const SLOWEST = 15

/** The files that cost the most processor time, and what all cost together. */
export function slowestFiles(times: readonly FileTime[]): string {
  const sorted = times.toSorted((a, b) => (b.processorMs ?? b.wallMs) - (a.processorMs ?? a.wallMs))
  const rows = sorted.slice(0, SLOWEST).map(toldTime)
  const sum = times.reduce((all, {processorMs = 0}) => all + processorMs, 0)
  return ['processor      wall', ...rows, `${seconds(sum)}            all ${times.length} files`].join('\n')
}

/** One line for each file that took more than it may. */
export function overBudget(times: readonly FileTime[], budgets: Budgets): string[] {
  return times.flatMap(({file, processorMs = 0}) => {
    const budget = budgetOf(file, budgets)
    const taken = processorMs / 1000
    return taken > budget ? [`${file} took ${taken.toFixed(1)} s of processor time and may take ${budget} s`] : []
  })
}

/** Seconds of processor time that a file may take. */
export function budgetOf(file: string, {others, files}: Budgets): number {
  return files[file] ?? others
}

export function toldTime({file, wallMs, processorMs}: FileTime): string {
  return `${seconds(processorMs)} ${seconds(wallMs)}  ${file}`
}

function seconds(ms: number | undefined): string {
  return `${ms === undefined ? '?' : (ms / 1000).toFixed(1)} s`.padStart(9)
}
