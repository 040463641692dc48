import {badInput} from './input.ts'
import {normalBelow} from './normal.ts'

/** Probabilities this near to 0 and 1 are taken as no nearer: one claim that fails must not be all there is. */
const CLIPPED = 1e-6
const ONE_OVER_ROOT_2_PI = 0.3989422804014327
const ONE_OVER_ROOT_PI = 0.5641895835477563

/** Square of how far a stated probability, 0–1, was from what came: 0 best, .25 for saying one half. Source: Brier, 1950. */
export function brier(stated: number, came: boolean): number {
  const off = demandProbability(stated) - Number(came)
  return off * off
}

/** Surprise in nats at what came, the probability clipped to [1e-6, 1 - 1e-6]: 0 best, .693 for saying one half. */
export function logLoss(stated: number, came: boolean): number {
  const probability = Math.min(1 - CLIPPED, Math.max(CLIPPED, demandProbability(stated)))
  return -Math.log(came ? probability : 1 - probability)
}

/**
 * How much more the Brier score is than an honest speaker's would be on average, of one case: above 0 for one who is too sure, below for
 * one who is too little. Source: Spiegelhalter, Probabilistic Prediction in Patient Management and Clinical Trials, 1986.
 */
export function brierExcess(stated: number, came: boolean): number {
  return brier(stated, came) - stated * (1 - stated)
}

/**
 * Distance between a Gaussian forecast and the value that came, in the unit of both; `error` is forecast - value, `sigma` >= 0. At sigma
 * 0 it is the error itself. Throws `stats_input`. Source: Gneiting and Raftery, Strictly Proper Scoring Rules, 2007, equation 21.
 */
export function crpsGaussian(error: number, sigma: number): number {
  if (!(sigma >= 0 && Number.isFinite(sigma) && Number.isFinite(error)))
    throw badInput('an error must be finite and a sigma at least 0')
  if (sigma === 0) return Math.abs(error)
  const z = error / sigma
  const density = ONE_OVER_ROOT_2_PI * Math.exp((-z * z) / 2)
  return sigma * (z * (2 * normalBelow(z) - 1) + 2 * density - ONE_OVER_ROOT_PI)
}

function demandProbability(value: number): number {
  if (value >= 0 && value <= 1) return value
  throw badInput('a probability must lie between 0 and 1')
}
