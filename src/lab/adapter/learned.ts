import {modelProvider} from '#provider/adapter/analytic/model-provider'
import {LEARNED} from '#provider/catalogue/builtin-profiles'
import type {Provider} from '#provider/model/provider'
import {learnedModel, TRAINING_SEEDS} from '../model/learned-model.ts'

const model = modelProvider(LEARNED, learnedModel)

/** Two small networks that were trained on random walks: a real learned model, with the faults that learned models have. */
export const learned: Provider = {...model, descriptor: {...model.descriptor, training_seeds: TRAINING_SEEDS}}
