import type {ActionTranslatorDocument, ProviderDiagnosis, ProviderStarters} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import {nearestHint} from '#error/nearest'
import {Assay} from '#provider/assay'
import type {LibraryPorts} from '#provider/assay-options'
import {saysYes} from '#provider/catalogue/setting'
import {BUILT_IN_DOCUMENTS, translatorsFor} from '#provider/translator/built-in'
import {guessedStates, modalityDocument, modalityLack} from '#provider/translator/modality-document'
import {sampleInput} from '#provider/translator/sample-input'
import type {RunPorts} from '#run/ports'
import {openOutputFile, writeOutputFile} from './write-output-files.ts'

/** The one kind of server that tells the names of what it takes. */
const TELLS = 'gr00t'

/** A server was met that tells nothing which could be read. */
const INCOMPATIBLE: string = 'incompatible' satisfies ErrorCode

/** Its server says the same of what it takes with its wrapper as without. */
const WRAPPED = 'GROOT_POLICY_WRAPPED'

/** Where a file goes: `path` is absolute, `shown` is how the caller said it. */
interface StarterPlace {
  readonly path: string
  readonly shown: string
}

/** What is asked of one provider. */
export interface ProviderOrder {
  readonly name: string
  readonly writeTranslator: StarterPlace | undefined
  readonly writeInput: StarterPlace | undefined
  /** The built-in translator to write from; without it the server is asked where it can tell. */
  readonly translator: string | undefined
}

interface Doing {
  readonly ports: LibraryPorts & Pick<RunPorts, 'files' | 'entropy' | 'redactor'>
  readonly signal: AbortSignal
}

interface Starter {
  readonly document: ActionTranslatorDocument
  readonly source: string
  readonly remarks: readonly string[]
}

/**
 * Writes a translator and benchmark inputs to start from, made of the server's own configuration or a built-in document. Both paths are looked at before a server is asked.
 * Throws `usage`, `translator_invalid`, `unconfigured`, what the server was not reached for, `workspace_unwritable`, `disk_full`, `io_error`.
 */
export async function writeStarters(
  order: ProviderOrder,
  {registered, skip_reason: lack}: ProviderDiagnosis,
  {ports, signal}: Doing,
): Promise<{readonly written: ProviderStarters; readonly remarks: readonly string[]}> {
  const {name, writeTranslator, writeInput} = order
  const chosen = chosenDocument(order)
  if (writeTranslator === undefined && writeInput === undefined) throw nothingToWrite()
  if (writeTranslator?.path === writeInput?.path)
    throw new AssayError('usage', 'translator and inputs cannot be one file')
  if (writeTranslator) await openOutputFile(writeTranslator.path, '--write-translator', ports)
  if (writeInput) await openOutputFile(writeInput.path, '--write-input', ports)
  if (!chosen && !registered)
    throw new AssayError('unconfigured', `${name} cannot be asked: ${lack ?? 'it is not registered'}`, {
      hint: `Set its variables, or take --translator ${translatorsFor(name)[0]}.`,
    })
  const {document, source, remarks} = chosen ?? (await askServer(name, {ports, signal}))
  const write = async (place: StarterPlace | undefined, value: object) => {
    if (place) await writeOutputFile(place, ports.redactor.text(`${JSON.stringify(value, null, 2)}\n`), ports)
  }
  await write(writeTranslator, document)
  await write(writeInput, sampleInput(document))
  const written = {
    source,
    ...(writeTranslator && {translator: writeTranslator.shown}),
    ...(writeInput && {input: writeInput.shown}),
  }
  return {written, remarks: [...remarks, ...nextLines(document, written)]}
}

/** The built-in document that was named, or the only one there is; none for a server that tells by itself. */
function chosenDocument({name, translator}: ProviderOrder): Starter | undefined {
  const known = translatorsFor(name)
  if (known.length === 0)
    throw new AssayError('usage', `there is no built-in translator for ${name} to start from`, {
      hint: 'docs/policy-servers.md says how one is written.',
    })
  if (translator === undefined && name === TELLS) return undefined
  if (translator === undefined && known.length > 1)
    throw new AssayError('usage', `${name} has several built-in translators, and does not tell which fits`, {
      hint: `Add --translator ${known.join(' or --translator ')}.`,
    })
  const source = translator ?? known[0] ?? ''
  const document = known.includes(source) ? BUILT_IN_DOCUMENTS.get(source) : undefined
  if (document === undefined)
    throw new AssayError('translator_invalid', `there is no such built-in translator for ${name}`, {
      hint: nearestHint(source, known),
      given: source,
    })
  return {document, source, remarks: []}
}

async function askServer(name: string, {ports, signal}: Doing): Promise<Starter> {
  const {env, redactor, clock, entropy, extras} = ports
  await using library = new Assay({env, redactor, clock, entropy, extras})
  const {layers, detected} = await library.health(name, {signal})
  const bad = layers.find(({ok}) => !ok)
  if (bad) {
    const hint =
      bad.code === INCOMPATIBLE
        ? statedHint(name)
        : `Or take --translator ${translatorsFor(name)[0]}, which asks nobody.`
    throw new AssayError((bad.code ?? 'unreachable') as ErrorCode, `${name} was not asked: ${bad.detail}`, {hint})
  }
  const {modalities} = detected ?? {}
  const isWrapped = saysYes(env[WRAPPED])
  const document = modalities && modalityDocument(modalities, {isWrapped})
  if (!document) {
    const told = (modalities && modalityLack(modalities)) ?? 'names or moments that no document can say'
    throw new AssayError('contract_violation', `no translator can be made of what ${name} tells: ${told}`, {
      hint: statedHint(name),
    })
  }
  const guessed = guessedStates(modalities)
  const remarks = [
    ...(modalities['video']?.keys.length ? [] : ['The server tells no camera: it is shown numbers alone.']),
    ...(guessed.length === 0
      ? []
      : [`No configuration tells the sizes of states. Those of ${guessed.join(', ')} are guessed: mend them.`]),
  ]
  return {document, source: 'server', remarks}
}

/** The built-in document has the names of one robot: to a server that was reached and takes others, or speaks an older form, it is no way out by itself. */
function statedHint(name: string): string {
  return `The server cannot tell what it takes. One of GR00T N1.5 takes no document: serve its checkpoint with N1.6 or newer. For another, state it: --translator ${translatorsFor(name)[0]} writes the form, in which the names of cameras, states, prompt and parts of actions are to be those of its checkpoint.`
}

function nextLines({provider, emit}: ActionTranslatorDocument, {translator}: ProviderStarters): string[] {
  if (translator === undefined) return []
  const suite = emit ? 'policy' : 'score-ranking'
  return [`Next: assay eval --suite ${suite} --env two-room --provider ${provider} --translator ${translator} --n 100`]
}

function nothingToWrite(): AssayError {
  return new AssayError('usage', '--translator says what is written, and nothing is to be written', {
    hint: 'Add --write-translator FILE or --write-input FILE.',
  })
}
