import type {ProviderHealth} from '#contract/generated/types'
import {Assay, type AssayOptions} from '#provider/assay'

type Ports = Required<Pick<AssayOptions, 'env' | 'redactor' | 'clock' | 'entropy'>> & Pick<AssayOptions, 'extras'>

/** Probes one provider, or every known one at once, each as far as it can prove. Throws `unknown_provider`, `interrupted`. */
export async function checkProviders(
  name: string | undefined,
  ports: Ports,
  signal: AbortSignal,
): Promise<ProviderHealth[]> {
  const {env, redactor, clock, entropy} = ports
  const library = new Assay({env, redactor, clock, entropy, extras: ports.extras})
  const names = name === undefined ? (await library.doctor()).map((row) => row.name) : [name]
  try {
    return await Promise.all(names.map((one) => library.health(one, {signal})))
  } finally {
    await library.close()
  }
}
