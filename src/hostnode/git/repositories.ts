import type {Files} from '#path/files'
import type {Redactor} from '#redact/redactor'
import type {CrashAt} from '../model/crash-points.ts'
import type {NodeStore} from '../store/node-store.ts'
import type {GitRunner} from './git-runner.ts'
import type {RepositoryPlaces} from './repository-places.ts'
import type {RunningChildren} from './running-children.ts'

/** What work on repositories needs: rows, folders and git. */
export interface Repositories {
  readonly store: NodeStore
  readonly files: Files
  readonly git: GitRunner
  readonly redactor: Redactor
  readonly places: RepositoryPlaces
  /** Clones and pushes in progress. */
  readonly children: RunningChildren
  /** Ids of repositories whose creation or deletion failed halfway, for example on a full disk; they are to be undone. */
  readonly halves: Set<string>
  readonly crashAt: CrashAt
}
