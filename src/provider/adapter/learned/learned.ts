import {learnedModel, TRAINING_SEEDS} from '#world/learned/learned-model'
import {LEARNED} from '../../catalogue/builtin-profiles.ts'
import type {Provider} from '../../model/provider.ts'
import {modelProvider} from '../analytic/model-provider.ts'

const model = modelProvider(LEARNED, learnedModel)

/** Two small networks that were trained on random walks: a real learned model, with the faults that learned models have. */
export const learned: Provider = {...model, descriptor: {...model.descriptor, training_seeds: TRAINING_SEEDS}}
