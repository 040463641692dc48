import {join} from 'node:path'
import {writeAtomic} from '#path/write-atomic'
import type {DrillPorts} from './drill-ports.ts'

const BIG_BYTES = 24 * 1024 * 1024

/** A commit of 24 MiB that is not pushed. `clone`: absolute. */
export async function makeBig(
  clone: string,
  git: (...words: string[]) => Promise<void>,
  ports: Pick<DrillPorts, 'redactor' | 'entropy' | 'files'>,
): Promise<void> {
  const bytes = ports.redactor.bytes(ports.entropy.bytes(BIG_BYTES))
  await writeAtomic(join(clone, 'big.bin'), bytes, ports)
  await git('add', 'big.bin')
  await git('commit', '--quiet', '-m', 'big')
}
