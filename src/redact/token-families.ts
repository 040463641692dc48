import {CLOUD_FAMILIES} from './token-families-cloud.ts'
import {CODE_FAMILIES} from './token-families-code.ts'
import {MODEL_FAMILIES} from './token-families-model.ts'
import {SERVICE_FAMILIES} from './token-families-service.ts'
import {familiesOf, type TokenFamily} from './token-family.ts'

/** Every vendor format known here. To add one, add a line to the table of its topic. */
export const TOKEN_FAMILIES: readonly TokenFamily[] = [
  CODE_FAMILIES,
  CLOUD_FAMILIES,
  MODEL_FAMILIES,
  SERVICE_FAMILIES,
].flatMap(familiesOf)
