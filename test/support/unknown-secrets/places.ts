/** Where a token stands when it leaks. `%s` is the token, `%v` its variable, `%n` and `%c` the same in lower and in camel case. */
export interface Place {
  readonly template: string
  readonly written: 'plain' | 'percent' | 'basic'
}

const placesOf = (written: Place['written'], templates: string): Place[] =>
  templates
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({written, template: line.replaceAll('\\n', '\n')}))

// No word of secrets stands beside the token here.
const SENTENCES = String.raw`
We sent %s along with the request and nothing came back.
Try %s once more before you open a report.
The installer printed %s and then stopped.
%s is what the dashboard showed after the upgrade.
Somebody pasted "%s" into the channel on Monday.
See the second screenshot (%s) for what we used.
Copied from the console: %s.
Old one: %s, new one: not there yet.
It works with <code>%s</code> on my laptop but not in the cluster.
worker 3 gave up after 5 s, last seen <%s>
I rotated it.\n\n%s\n\nPlease delete this comment.
warning: '%s' was not accepted by the server, 3 tries left`

const NEUTRAL = String.raw`
{"id": 7, "value": "%s", "ok": true}
items:\n  - %s\n  - other
data = "%s"
2026-11-21T07:42:33Z INFO step 4 result=%s took 12 ms
a,b,c\n1,%s,3
["one", "%s", "three"]
<td>%s</td>
x: %s`

const ENVIRONMENT = `
%v=%s
export %v=%s
export %v="%s"
%v='%s'
docker run --rm -e %v=%s example/image:1.2
set %v=%s
$env:%v = "%s"
Environment="%v=%s"
ENV %v %s
ENV %v=%s
set -gx %v %s
declare -x %v="%s"
PATH=/usr/bin %v=%s HOME=/root ./run.sh`

const HEADER = `
Authorization: Bearer %s
authorization: token %s
> Authorization: Bearer %s
X-Api-Key: %s
x-api-key: %s
PRIVATE-TOKEN: %s
X-Auth-Token: %s
Cookie: theme=dark; session=%s; lang=en
Set-Cookie: sid=%s; Path=/; HttpOnly
Ocp-Apim-Subscription-Key: %s
{"headers":{"Authorization":"Bearer %s","Accept":"*/*"}}
headers = {'x-api-key': '%s', 'accept': 'application/json'}
Authorization: Token token="%s"
X-Vault-Token: %s
Authorization: %s
DD-API-KEY: %s`

const HEADER_BASIC = `
Authorization: Basic %s
Proxy-Authorization: Basic %s`

const QUERY = `
GET https://api.example.com/v1/items?page=2&access_token=%s 401
https://api.example.com/data?key=%s&format=json
https://files.example.com/a/b.bin?token=%s
redirected to https://app.example.com/callback#access_token=%s&state=7
wss://stream.example.com/socket?apikey=%s
https://example.com/cb?code=%s&scope=read`

const PATH = `
POST https://api.example.com/hooks/%s/run 200
https://example.com/v1/%s
https://api.example.com/bot%s/getUpdates
https://%s@git.example.com/team/repo.git
https://oauth2:%s@git.example.com/team/repo.git
git clone https://x-token-auth:%s@example.org/a.git`

const FIELD = String.raw`
{"name": "ci", "%n": "%s", "retries": 3}
{"credentials": {"%c": "%s"}}
env:\n  %v: %s\n  region: eu-west-1
%n: "%s"\nregion: eu
[service]\n%n = "%s"\ntimeout = 30
[default]\n%n = %s
2026-11-21T07:42:33Z WARN auth: using %n="%s" for upstream
level=info msg="connected" %n=%s attempt=2
const client = new Client({%c: "%s"})
client = Client(%n='%s')
<add key="%v" value="%s" />
<%c>%s</%c>
%n => "%s",
var.%n = "%s"`

const COMMAND = `
$ deploy --region eu --token %s --verbose
tool --api-key=%s run
tool login --password %s
curl -sS -H "Authorization: Bearer %s" https://api.example.com/v1/me
curl -H 'X-Api-Key: %s' https://api.example.com
curl -u ci:%s https://api.example.com/v1/me
docker login -u ci -p %s registry.example.com
%v=%s npm publish
echo %s | docker login --username ci --password-stdin
helm upgrade app ./chart --set auth.%c=%s
tool config set %n %s
gh secret set %v --body '%s'
aws configure set %n %s
["tool", "--token", "%s"]`

export const CONTEXTS = {
  'bare sentence': placesOf('plain', SENTENCES),
  'field without a name': placesOf('plain', NEUTRAL),
  'environment line': placesOf('plain', ENVIRONMENT),
  header: [...placesOf('plain', HEADER), ...placesOf('basic', HEADER_BASIC)],
  'query of an address': placesOf('percent', QUERY),
  'path of an address': placesOf('percent', PATH),
  'named field': placesOf('plain', FIELD),
  'command line': placesOf('plain', COMMAND),
} as const satisfies Readonly<Record<string, readonly Place[]>>

export type Context = keyof typeof CONTEXTS

/** A token that is recognised by its name only is not asked for here. */
export const WITHOUT_NAMES: readonly string[] = ['bare sentence', 'field without a name', 'path of an address']
/** A token that is an address itself does not stand here. */
export const NOT_FOR_ADDRESSES: readonly string[] = ['header', 'query of an address', 'path of an address']
