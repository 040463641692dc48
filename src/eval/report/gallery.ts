import type {EvalFailure, EvalFailures} from '#contract/generated/types'
import {inert} from '#report/markdown'
import type {FrameStrip} from '#report/plot'
import {type Image, pngOf, stripOf} from '#report/png'
import {PICTURE_SIDE, rasterise} from '#world/picture/raster'
import {drawTrajectory} from './failure-frames.ts'
import {shownFailures} from './failures.ts'

/** Pictures of a failure that is shown. */
export interface Strip {
  readonly key: string
  readonly path: string
  readonly png: Uint8Array
}

/** The failures, those that are shown with the path of their strip, and the strips. */
export function separateStrips(failures: readonly EvalFailure[]): {failures: EvalFailures; strips: readonly Strip[]} {
  const strips = new Map<EvalFailure, Strip>()
  for (const failure of shownFailures(failures)) {
    const frames = drawTrajectory(failure)
    if (frames.length === 0) continue
    const number = String(strips.size + 1).padStart(2, '0')
    const images = frames.map((frame): Image => ({width: PICTURE_SIDE, height: PICTURE_SIDE, rgb: rasterise(frame)}))
    strips.set(failure, {key: failure.key, path: `artifacts/failures/${number}.png`, png: pngOf(stripOf(images))})
  }
  const named = failures.map((failure) => {
    const strip = strips.get(failure)
    return strip ? {...failure, strip: strip.path} : failure
  })
  return {failures: {schema_version: 1, failures: named}, strips: [...strips.values()]}
}

/** Strips of the failures that are shown, for the HTML page. */
export function failurePlots(failures: readonly EvalFailure[]): FrameStrip[] {
  return shownFailures(failures).flatMap((failure): FrameStrip[] => {
    const frames = drawTrajectory(failure)
    const legend = LEGENDS[failure.trajectory?.view ?? 'world'] ?? LEGENDS.world
    return frames.length === 0 ? [] : [{kind: 'frames', name: `${failure.key}, ${failure.provider}`, frames, legend}]
  })
}

/** What the colours stand for, by what is looked at. */
const LEGENDS: {readonly world: FrameStrip['legend']} & Readonly<Record<string, FrameStrip['legend']>> = {
  world: {goal: 'goal', actuated: 'the body that actions move', other: 'what it can move', wall: 'wall'},
  objects: {goal: 'cited in the answer', actuated: 'what the question is about', other: 'other objects'},
  motion: {goal: 'where the body truly was', actuated: 'where it was seen in the clip'},
}

/** The shown failures as a page: what was expected, what came, how to see it again. Text of providers opens no markup. */
export function galleryText({failures}: EvalFailures): string {
  const shown = shownFailures(failures)
  const head = [
    `# Failures`,
    `${failures.length} trials failed, ${shown.length} are shown; results/failures.json holds all.`,
  ]
  return `${[...head, ...shown.map(card)].join('\n\n')}\n`
}

function card({key, provider, command, expected, observed, steps, cost, triage, strip}: EvalFailure): string {
  const facts = [
    `- Expected: ${inert(expected)}`,
    `- Observed: ${inert(observed)}${steps === undefined ? '' : `, after ${steps} steps`}${typeof cost === 'number' ? `, at cost ${cost}` : ''}`,
    ...(triage === undefined ? [] : [`- Look first: ${inert(triage)}`]),
    `- Again: \`${command.replaceAll('`', '')}\``,
  ]
  const picture = strip === undefined ? [] : ['', `![From the first state to the last](../${strip})`]
  return [`## ${inert(key)}, ${inert(provider)}`, '', ...facts, ...picture].join('\n')
}
