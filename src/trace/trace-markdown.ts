import type {TraceStep, WorkflowTrace} from '#contract/generated/types'

/** The trace for people: one table row a step, children indented under their parent. */
export function traceMarkdown(trace: WorkflowTrace): string {
  const counts = Object.entries(trace.status_counts).filter(([, count]) => count > 0)
  return [
    `# Workflow ${cell(trace.name)}`,
    '',
    `Status **${trace.status}**; ${trace.step_count} steps: ${counts.map(([status, count]) => `${count} ${status}`).join(', ')}.`,
    '',
    '| Step | Operation | Provider | Status | Attempts | Duration ms | Note |',
    '|---|---|---|---|---|---|---|',
    ...rowsBelow(
      Map.groupBy(trace.steps, (step) => step.parent_id),
      null,
      0,
    ),
    '',
  ].join('\n')
}

function rowsBelow(children: ReadonlyMap<string | null, TraceStep[]>, parent: string | null, depth: number): string[] {
  return (children.get(parent) ?? []).flatMap((step) => [
    row(step, depth),
    ...rowsBelow(children, step.step_id, depth + 1),
  ])
}

function row(step: TraceStep, depth: number): string {
  const note = step.error_summary ?? step.skip_reason ?? ''
  const cells = [
    `${'&nbsp;&nbsp;'.repeat(depth)}${cell(step.step_id)}`,
    cell(step.operation),
    cell(step.provider ?? '–'),
    step.status,
    String(step.attempts),
    step.duration_ms === undefined ? '–' : String(step.duration_ms),
    cell(note),
  ]
  return `| ${cells.join(' | ')} |`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '\\|',
  '\n': ' ',
  '\r': ' ',
}

function cell(text: string): string {
  return text.replaceAll(/[&<>|\n\r]/g, (character) => ESCAPES[character] ?? character)
}
