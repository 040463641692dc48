import {pooledEntropy} from './pooled-entropy.ts'

/** Its module is loaded when it is first asked: an import at the top would cost every start. */
export const systemEntropy = pooledEntropy((count) => process.getBuiltinModule('node:crypto').randomBytes(count))
