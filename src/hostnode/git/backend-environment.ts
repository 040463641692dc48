/** The two services of git over HTTP: `git-upload-pack` serves clones and fetches, `git-receive-pack` pushes. */
export type GitService = 'git-upload-pack' | 'git-receive-pack'

/** What a request tells `git http-backend`. */
export interface BackendRequest {
  readonly service: GitService
  /** Whether the request is `info/refs`, the list of refs that comes before any data. */
  readonly isAdvertisement: boolean
  readonly contentEncoding: string | undefined
  readonly gitProtocol: string | undefined
  readonly address: string
  /** Undefined for an anonymous caller. */
  readonly user: {readonly name: string; readonly email: string} | undefined
  /** The file in which our hook records the refs that a push moved. */
  readonly pushRecord: string | undefined
}

/** Absolute paths for one request; the repository is the one of the stored row. */
export interface BackendPlaces {
  readonly root: string
  /** Folder of the repository, below the root. */
  readonly folder: string
  readonly hooks: string
}

const PROTOCOL = /^[0-9a-zA-Z]+=[0-9a-zA-Z]+(:[0-9a-zA-Z]+=[0-9a-zA-Z]+)*$/
const MOST_INPUT_BYTES = 2 * 1024 ** 3

/**
 * The variables of one `git http-backend`, in addition to those of every git child. Nothing else reaches it, neither headers nor settings of
 * this machine. Sources: git-http-backend(1), RFC 3875, git-config(1) on `GIT_CONFIG_COUNT`.
 */
export function backendEnvironment(request: BackendRequest, places: BackendPlaces): Record<string, string> {
  const {service, isAdvertisement, user} = request
  return {
    GIT_PROJECT_ROOT: places.root,
    GIT_HTTP_EXPORT_ALL: '1',
    PATH_INFO: `${places.folder.slice(places.root.length)}/${isAdvertisement ? 'info/refs' : service}`,
    REQUEST_METHOD: isAdvertisement ? 'GET' : 'POST',
    QUERY_STRING: isAdvertisement ? `service=${service}` : '',
    CONTENT_TYPE: isAdvertisement ? '' : requestType(service),
    GATEWAY_INTERFACE: 'CGI/1.1',
    SERVER_PROTOCOL: 'HTTP/1.1',
    REMOTE_ADDR: request.address,
    // CONTENT_LENGTH is left out: with it, git waits forever for the rest of an input that has ended early. The node itself knows whether all of it came.
    // CONTENT_ENCODING is needed for compressed bodies, which git sends when there are many refs.
    ...present('HTTP_CONTENT_ENCODING', request.contentEncoding),
    ...present('GIT_PROTOCOL', PROTOCOL.test(request.gitProtocol ?? '') ? request.gitProtocol : undefined),
    ...present('HOSTNODE_PUSH_RECORD', request.pushRecord),
    ...(user && {REMOTE_USER: user.name, GIT_COMMITTER_NAME: user.name, GIT_COMMITTER_EMAIL: user.email}),
    ...configured({
      'http.receivepack': 'true',
      'receive.fsckObjects': 'true',
      'receive.maxInputSize': String(MOST_INPUT_BYTES),
      'receive.autogc': 'false',
      'core.fsync': 'committed,reference',
      'core.hooksPath': places.hooks,
      'safe.directory': places.folder,
      'uploadpack.allowFilter': 'true',
      'core.protectHFS': 'true',
      'core.protectNTFS': 'true',
    }),
  }
}

/** Content type of the body of a request to a service. */
export function requestType(service: GitService): string {
  return `application/x-${service}-request`
}

function present(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : {[name]: value}
}

/** Configuration passed as variables: they take precedence like `-c`, which `http-backend` would not pass on. */
function configured(settings: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(settings)
  const pairs = entries.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return {GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(pairs)}
}
