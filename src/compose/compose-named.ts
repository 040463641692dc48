import type {Extras} from '#provider/catalogue/extras'
import {composeAssets} from './compose-assets.ts'
import {composeExtras} from './compose-extras.ts'
import type {Ports} from './ports.ts'

/**
 * What the environment names beside what comes with Assay. Assets come first: a manifest that is refused leaves no process of a module
 * behind. Throws as `composeAssets` and `composeExtras` do.
 */
export async function composeNamed(
  {env, cwd, files: {reader}, redactor}: Pick<Ports, 'env' | 'cwd' | 'files' | 'redactor'>,
  signal: AbortSignal,
): Promise<Required<Pick<Ports, 'assets'>> & {readonly extras: Extras | undefined}> {
  const assets = await composeAssets(env, cwd, {reader, redactor})
  return {assets, extras: await composeExtras(env, cwd, {reader, redactor, signal})}
}
