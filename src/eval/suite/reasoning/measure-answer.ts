import type {Subject} from '../../model/subject.ts'
import type {QuestionScene} from './question-world.ts'
import {spokenCount, spokenId} from './spoken-answer.ts'

/** What an answer came to. `cited`: ids that the provider named as evidence. */
interface Answered {
  readonly success: boolean
  readonly values: Readonly<Record<string, number>>
  readonly cited: readonly string[]
  readonly reason?: string
}

/** Asks the question of a scene. Throws what the provider throws. */
export async function measureAnswer(
  subject: Pick<Subject, 'reason'>,
  scene: QuestionScene,
  signal: AbortSignal,
): Promise<Answered> {
  const {world, query, truth, neutral} = scene
  const {answer, evidence} = await subject.reason({query, world_state: world}, signal)
  const ids = Object.keys(world.scene?.objects ?? {})
  const said = typeof truth === 'number' ? spokenCount(answer, ids) : spokenId(answer, without(ids, neutral))
  const success = said === truth
  return {
    success,
    values: grounds(scene, evidence),
    cited: ids.filter((id) => evidence.includes(id)),
    ...(!success && {reason: wrongText(said, truth)}),
  }
}

const without = (all: readonly string[], some: readonly string[]) => all.filter((one) => !some.includes(one))

/** Share of the cited ids that belong, and share of those that belong which were cited. Citing nothing is right only where nothing belongs. */
function grounds({meant, neutral}: QuestionScene, evidence: readonly string[]) {
  const cited = without([...new Set(evidence)], neutral)
  const right = cited.filter((id) => meant.includes(id)).length
  const isNothingMeant = meant.length === 0
  return {
    id_precision: cited.length === 0 ? Number(isNothingMeant) : right / cited.length,
    id_recall: isNothingMeant ? 1 : right / meant.length,
  }
}

/** Only what was understood is told: the text is the provider's. */
function wrongText(said: number | string | undefined, truth: number | string): string {
  const what = typeof truth === 'number' ? 'number' : 'object'
  return said === undefined ? `names no single ${what} where ${truth} is right` : `says ${said} where ${truth} is right`
}
