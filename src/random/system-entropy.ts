import type {Entropy} from './entropy.ts'

/** Loaded when first used: an import at the top would cost every start 4 ms. */
export const systemEntropy: Entropy = {
  bytes: (count) => process.getBuiltinModule('node:crypto').randomBytes(count),
}
