import {isPlaceholder} from './keyword-values.ts'
import {LiteralIndex} from './literal-index.ts'
import {isSpoken} from './readable.ts'
import type {Span} from './span.ts'

/** Programs, and what follows the options of theirs that carry a secret; `V` is where it stands, `UV` is a user and it. Source: their manual pages. */
const TABLE = String.raw`
curl | (?:-[A-Za-z]*[uU]|--user|--proxy-user|--tlspassword|--pass)[ =]?UV
lftp | -u[ ]?[^\s,]{1,64},V
http https xh | (?:-a|--auth)[ =]UV
docker podman buildah skopeo nerdctl helm oras crane | login\b.{0,200}?\s-p[ =]?V
docker podman | (?:-p|--password)[ =]V(?=\s+[\w.-]+\.[a-z]{2,})
mysql mysqldump mysqladmin mysqlimport mariadb mariadb-dump mycli | -p(?![ ])V
sshpass | -p[ ]?V
redis-cli valkey-cli | (?:-a|--pass)[ =]V
mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat psexec kinit twine snyk | -p[ =]V
ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd | -w[ ]?V
sqlcmd bcp isql ipmitool mosquitto_pub mosquitto_sub zip unzip zipcloak | -P[ ]?V
smbclient rpcclient smbget smbmap net | -U[ ]?[^\s%]{1,64}%V
7z 7za 7zz rar unrar | -h?p(?![ ])V
gpg gpg2 | --passphrase[ =]V
openssl | (?:pass:|(?:-k|-K|-passin|-passout|-pass|-password|-passwd)[ ](?:pass:)?)V
keytool jarsigner | -(?:storepass|keypass|srcstorepass|deststorepass|new)[ ]V
htpasswd | -[A-Za-z]*b[A-Za-z]*[ ](?:[^\s|]{1,128}[ ]){1,2}V(?=\s*(?:$|\n|["'\x60]))
net | use[ ].{0,200}?\\\\[^\s]{1,128}[ ]V[ ]+/user
cmdkey | /pass:V
xfreerdp xfreerdp3 wfreerdp mstsc rdesktop | (?:/p:|-p[ ])V
rabbitmqctl | (?:add_user|change_password|authenticate_user)[ ][^\s]{1,64}[ ]V
sqlplus sqlldr expdp impdp | [A-Za-z]\w{0,30}/V(?=@)
az | login\b.{0,200}?\s-p[ ]V
swaks | (?:-ap|--auth-password)[ =]V
snmpget snmpwalk | -[AXc][ ]V
cqlsh beeline rabbitmqadmin airflow hydra ncftp oc | -p[ =]?V
plink pscp psftp putty | -pw[ ]V
etcdctl influx | --user[ =]UV
java jenkins-cli | -auth[ ]UV
ssh-keygen | -[NP][ ]V
pdftk | (?:user_pw|owner_pw|input_pw)[ ]V
net | user[ ][^\s]{1,64}[ ]V(?=[ ]+/add|\s*$)
sendemail sendEmail | -xp[ ]V
db2 | using[ ]V
grafana-cli | reset-admin-password[ ]V
mc | alias[ ]set[ ][^\s]{1,64}[ ]https?://[^\s]{1,128}[ ][^\s]{1,64}[ ]V
cargo wandb netlify | login[ ]V
b2 | authorize-account[ ][^\s]{1,64}[ ]V
openssl | passwd[ ](?:-[a-z\d]{1,8}[ ])?V
schtasks | /rp[ ]V
poetry | http-basic\.[\w.-]{1,64}[ ][^\s]{1,64}[ ]V
vault | login[ ]V
nmcli | password[ ]V
gh | secret[ ]set[ ].{1,80}?(?:--body|-b)[ =]V
kubectl oc | --docker-password[ =]V
osql tsql | -P[ ]?V
security | (?:-w|unlock-keychain[ ]-p)[ ]V
useradd usermod | (?:-p|--password)[ =]V
dsadd dsmod | -pwd[ ]V
wmic winrs schtasks | /(?:password|p|rp):V
evil-winrm crackmapexec netexec nxc smbexec cypher-shell neo4j-admin veracrypt truecrypt | (?:-p|--password)[ =]V
neo4j-admin | set-initial-password[ ]V
p4 choco | -[Pp][ ]V
cf oc bx ibmcloud | (?:-p|--apikey)[ =]V
cf | auth[ ][^\s]{1,64}[ ]V
kadmin kadmin.local | (?:-w|-pw)[ ]V
slappasswd | -s[ ]V
samba-tool | user[ ](?:create|add|setpassword)[ ][^\s]{1,64}[ ]V
mosquitto_passwd | -[A-Za-z]*b[A-Za-z]*[ ][^\s]{1,128}[ ][^\s]{1,64}[ ]V
certutil signtool osslsigncode | [/-](?:p|pass)[ ]V
qpdf | --encrypt[ ]V
swift | (?:-K|--key)[ =]V
rclone | obscure[ ]V
rclone | config[ ](?:create|update)\b.{0,200}?\s(?:pass|password)[ =]V
kubectl oc | --from-literal[ =][\w.-]{1,64}=V
x11vnc | -passwd[ ]V
cadaver wget aria2c | --(?:http|ftp|proxy)-passw(?:or)?d[ =]V
hdiutil | -passphrase[ ]V
nuget dotnet | -{1,2}(?:store)?(?:password|apikey)[ ]V
wpa_cli | psk[ ]V
iwconfig | key[ ](?:s:)?V
isql | -?[A-Za-z]\w{0,30}[ ][A-Za-z]\w{0,30}[ ]V(?=\s|$)
impacket-psexec impacket-secretsdump psexec.py secretsdump.py wmiexec.py smbexec.py | [\w.-]{0,64}/?[\w.-]{1,64}:V@
`
const VALUE = String.raw`(?:"([^"\n]{4,200})"|'([^'\n]{4,200})'|([^\s"'|<>&][^\s"'|<>]{3,199}))`
const USER_AND_VALUE = String.raw`["']?[^\s:"']{1,128}:([^\s"'|<>]{4,200})`
const LONGEST_COMMAND = 1_000

interface Command {
  readonly program: string
  readonly options: RegExp
}

const COMMANDS: readonly Command[] = TABLE.trim()
  .split('\n')
  .flatMap((row) => {
    const [programs = '', options = ''] = row.split(/ \| /, 2)
    const source = options.includes('UV') ? options.replace('UV', USER_AND_VALUE) : options.replace('V', VALUE)
    const pattern = new RegExp(`(?<=[\\s"'(=])${source}`, 'g')
    return programs.split(' ').map((program) => ({program, options: pattern}))
  })
const HINTS = COMMANDS.map(({program}) => `${program} `)
const PROGRAMS = new LiteralIndex(HINTS)

/** Secrets among the arguments of well-known programs: `curl -u name:v`, `mysql -pv`, `sshpass -p v`. */
export function findCommandSecrets(text: string, found: Span[]): void {
  let lineEnd = 0
  let tried = new Set<RegExp>()
  PROGRAMS.scan(text, (start, which) => {
    const command = COMMANDS[which]
    if (!command || !startsProgram(text, start)) return undefined
    if (start >= lineEnd) {
      tried = new Set()
      lineEnd = start + (/^[^\n|;]*/.exec(text.slice(start, start + LONGEST_COMMAND))?.[0].length ?? 0)
    }
    // Once a line and row: a line that repeats one program has its options looked through once.
    if (tried.has(command.options)) return undefined
    tried.add(command.options)
    for (const match of text.slice(start, lineEnd).matchAll(command.options)) addValue(match, start, found)
    return undefined
  })
}
findCommandSecrets.hints = HINTS

function startsProgram(text: string, start: number): boolean {
  return !/[\w.-]/.test(text[start - 1] ?? '')
}

function addValue(match: RegExpExecArray, from: number, found: Span[]): void {
  const value = match.slice(1).find((group) => group !== undefined)
  if (value === undefined || isPlaceholder(value) || isSpoken(value) || value.startsWith('-')) return
  const start = from + match.index + match[0].lastIndexOf(value)
  found.push({start, end: start + value.length, rule: 'argument'})
}
