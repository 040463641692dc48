import type {Renderer} from './renderer.ts'

/** The result document itself, two-space indent. */
export const renderJson: Renderer = (_report, result) => `${JSON.stringify(result, null, 2)}\n`
