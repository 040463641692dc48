/** Clouds, databases, infrastructure, identity. See `token-families.ts` for the columns. */
export const CLOUD_FAMILIES = String.raw`
aws-access-key | AKIA ASIA ABIA ACCA A3TX A3T0 | [A-Z2-7]{16} | docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
aws-bedrock-key | ABSK bedrock-api-key- | [A-Za-z0-9+/]{28,}={0,2} | docs.aws.amazon.com/bedrock
aws-mws-key | amzn.mws. | [a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12} | developer-docs.amazon.com
google-api-key | AIza | [\w-]{35} | cloud.google.com/docs/authentication/api-keys
google-oauth-secret | GOCSPX- | [\w-]{20,} | developers.google.com/identity/protocols/oauth2
google-oauth-token | ya29. | [\w-]{20,} | developers.google.com/identity/protocols/oauth2
google-refresh-token | 1//0 | [\w-]{40,} | developers.google.com/identity/protocols/oauth2
azure-client-secret | 0Q~ 1Q~ 2Q~ 3Q~ 4Q~ 5Q~ 6Q~ 7Q~ 8Q~ 9Q~ | [\w~.-]{3} @ [\w~.-]{31,34} | learn.microsoft.com/purview/sit-defn-azure-ad-client-secret
azure-devops-token | AZDO | [A-Za-z0-9]{76} @ [A-Za-z0-9]{4} | learn.microsoft.com/purview/sit-defn-azure-devops-personal-access-token
azure-storage-key | +ASt ACDb +ABa AIoT +AEh +ASb +ARm | [A-Za-z0-9+/]{33,76} @ [A-Za-z0-9+/]{5,6}={1,2} | learn.microsoft.com/purview/sit-defn-azure-storage-account-key
azure-service-key | AzFu AzSe AzCa +ACR | [\w+/-]{33,44} @ [\w+/-]{5,10}={0,2} | learn.microsoft.com/purview/sit-defn-azure-function-master-api-key
digitalocean-token | dop_v1_ doo_v1_ dor_v1_ | [a-f0-9]{64} | docs.digitalocean.com/reference/api
alibaba-access-key | LTAI | (?=[A-Za-z]{0,99}[A-Z\d])[A-Za-z0-9]{12,26} | alibabacloud.com/help/ram
tencent-secret-id | AKID | (?=[A-Za-z]{0,99}[a-z\d])[A-Za-z0-9]{32} | cloud.tencent.com/document/product/598
yandex-token | AQVN y0_ t1. | (?=[\w.-]{0,99}\d)[\w-]{35,}={0,2}(?:\.[\w-]{40,}={0,2})? | yandex.cloud/docs/iam
scalingo-token | tk-us- | [\w-]{48} | doc.scalingo.com/api
fly-token | fo1_ fm1r_ fm1a_ fm2_ | [\w+/=,-]{40,} | fly.io/docs/security/tokens
heroku-key | HRKU- | [\w-]{36,} | devcenter.heroku.com/articles/authentication
vercel-token | vcp_ vci_ vca_ vcr_ vck_ | [A-Za-z0-9]{24,} | vercel.com/docs/rest-api
netlify-token | nfp_ nfo_ nfc_ nfu_ nfb_ | [A-Za-z0-9]{36,} | docs.netlify.com/api/get-started
render-key | rnd_ | (?=[A-Za-z]{0,99}[A-Z\d])[A-Za-z0-9]{28,} | render.com/docs/api
cloudflare-token | cfut_ cfat_ cfk_ | [A-Za-z0-9]{40,} | developers.cloudflare.com/fundamentals/api
cloudflare-origin-key | v1.0- | [a-f0-9]{24}-[a-f0-9]{100,} | developers.cloudflare.com/ssl/origin-configuration
supabase-key | sbp_ sb_secret_ | [\w-]{20,} | supabase.com/docs/guides/api/api-keys
planetscale-token | pscale_tkn_ pscale_pw_ pscale_oauth_ | [\w.=-]{30,} | planetscale.com/docs/api
neon-key | napi_ | [a-z0-9]{60,} | neon.com/docs/manage/api-keys
mongodb-service-account | mdb_sa_sk_ | [\w-]{30,} | mongodb.com/docs/atlas/api/service-accounts-overview
databricks-token | dapi dkea dose | [a-f0-9]{32}(?:-\d)? | docs.databricks.com/dev-tools/auth/pat
pinecone-key | pcsk_ | \w{40,} | docs.pinecone.io/guides/projects/manage-api-keys
airtable-token | pat | [A-Za-z0-9]{14}\.[a-f0-9]{64} | airtable.com/developers/web/guides/personal-access-tokens
vault-token | hvs. hvb. hvr. | [\w-]{24,} | developer.hashicorp.com/vault/docs/concepts/tokens
terraform-token | .atlasv1. | [A-Za-z0-9]{14} @ [\w=-]{50,} | developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens
pulumi-token | pul- | [a-f0-9]{40} | pulumi.com/docs/administration/access-identity/access-tokens
doppler-token | dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. | [\w.-]{30,} | docs.doppler.com/docs/service-tokens
infracost-key | ico- | (?=[A-Za-z]{0,99}[A-Z\d])[A-Za-z0-9]{32} | infracost.io/docs
prefect-key | pnu_ pnb_ | [A-Za-z0-9]{36} | docs.prefect.io
age-secret-key | AGE-SECRET-KEY-1 | [A-Z0-9]{58} | age-encryption.org/v1
clickhouse-key | 4b1d | [A-Za-z0-9]{38} | clickhouse.com/docs/cloud/manage/openapi
onepassword-secret-key | A3- | [A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3} | support.1password.com/secret-key-security
onepassword-token | ops_eyJ | [\w+/-]{100,}={0,2} | developer.1password.com/docs/service-accounts
tailscale-key | tskey- | [a-z]{2,10}-[\w-]{20,} | tailscale.com/kb/1085/auth-keys
openshift-token | sha256~ | [\w-]{43} | docs.redhat.com/openshift
defined-networking-key | dnkey- | [A-Za-z0-9=_-]{40,} | docs.defined.net
stytch-secret | secret-live- secret-test- | [\w=-]{36,} | stytch.com/docs/api
maxmind-key | _mmk | [A-Za-z0-9]{6}_[A-Za-z0-9]{29} @ | support.maxmind.com
aws-session-token | IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz AQoDYXdz | [A-Za-z0-9+/%]{40,}={0,2} | docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_temp_use-resources.html
azure-ai-key | JQQJ99 | [A-Za-z0-9]{50,54} @ [A-Za-z0-9]{20,30} | learn.microsoft.com/azure/ai-services/authentication
aiven-token | aivenv1_ AVNS_ | [\w+/-]{16,}={0,2} | aiven.io/docs/platform/concepts/authentication-tokens
elastic-key | essu_ | [A-Za-z0-9+/_-]{40,}={0,2} | elastic.co/docs/deploy-manage/api-keys
confluent-secret | cflt | [A-Za-z0-9+/]{56,60} | docs.confluent.io/cloud/current/security/authenticate
dbt-token | dbtc_ dbtu_ dbts_ | [\w+/-]{24,}={0,2} | docs.getdbt.com/docs/dbt-cloud-apis
xata-key | xau_ | [A-Za-z0-9]{30,} | xata.io/docs
fauna-key | fnAE fnAF | [\w-]{32,} | docs.fauna.com
axiom-token | xaat- xapt- | [a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12} | axiom.co/docs/reference/tokens
infisical-token | st. | [a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32} | infisical.com/docs
cockroach-key | CCDB1_ | \w{40,} | cockroachlabs.com/docs/cockroachcloud
netbird-token | nbp_ | [A-Za-z0-9]{30,} | docs.netbird.io
scaleway-key | SCW | (?=[A-Z]{0,99}\d)[A-Z0-9]{17} | scaleway.com/docs/iam
upcloud-token | ucat_ | [A-Z0-9]{24,} | developers.upcloud.com
exoscale-key | EXO | [a-f0-9]{24,} | community.exoscale.com/product/iam
baidu-key | ALTAK bce-v3/ALTAK- | [A-Za-z0-9]{16,}(?:/[a-f0-9]{40})? | cloud.baidu.com/doc
volcengine-key | AKLT | [A-Za-z0-9]{30,} | volcengine.com/docs
akamai-token | akab- | [a-z0-9]{16}-[a-z0-9]{16} | techdocs.akamai.com/developer/docs
photoroom-key | sk_pr_ sandbox_sk_pr_ | (?:[a-z0-9]{1,16}_)?[a-f0-9]{40} | docs.photoroom.com
salad-key | salad_cloud_ | \w{20,} | docs.salad.com
ory-token | ory_pat_ ory_at_ ory_rt_ ory_ac_ ory_st_ ory_wak_ | [\w.-]{24,} | ory.com/docs/guides
jumpcloud-key | jca_ | [A-Za-z0-9]{30,} | jumpcloud.com/support
password-hash | $2a$ $2b$ $2y$ | \d\d\$[./A-Za-z0-9]{53} | usenix.org/conference/1999-usenix-annual-technical-conference
crypt-hash | $1$ $5$ $6$ $7$ $y$ $gy$ $apr1$ | (?:[\w=,./]{1,32}\$)?[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{20,100} | man7.org/linux/man-pages/man5/crypt.5.html
argon2-hash | $argon2id$ $argon2i$ $argon2d$ | v=\d+\$[mtp=\d,]{5,40}\$[A-Za-z0-9+/]{8,100}\$[A-Za-z0-9+/]{16,200} | rfc-editor.org/rfc/rfc9106
salted-hash | {SSHA} {SSHA256} {SSHA512} {SMD5} {SHA} | [A-Za-z0-9+/]{20,120}={0,2} | rfc-editor.org/rfc/rfc2307
secret-token-uri | secret-token: | [\w%~.!$'*+-]{8,} | rfc-editor.org/rfc/rfc8959
wallet-key | xprv zprv yprv tprv | [1-9A-HJ-NP-Za-km-z]{107} | github.com/bitcoin/bips/blob/master/bip-0032.mediawiki
nostr-key | nsec1 ncryptsec1 | [ac-hj-np-z02-9]{50,} | github.com/nostr-protocol/nips/blob/master/19.md
amazon-client-secret | amzn1.oa2-cs.v1. | [a-f0-9]{64} | developer.amazon.com/docs/login-with-amazon
amazon-token | Atza| Atzr| | [\w-]{60,} | developer.amazon.com/docs/login-with-amazon
appsync-key | da2- | [a-z0-9]{26} | docs.aws.amazon.com/appsync
firebase-server-key | :APA91b | AAAA[\w-]{7} @ [\w-]{100,} | firebase.google.com/docs/cloud-messaging
google-auth-code | 4/0A | [\w-]{40,} | developers.google.com/identity/protocols/oauth2
tor-service-key | ED25519-V3: RSA1024: | [A-Za-z0-9+/]{40,}={0,2} | spec.torproject.org/control-spec
age-plugin-key | AGE-PLUGIN- | [A-Z0-9-]{2,24}-1[A-Z0-9]{20,} | age-encryption.org/v1
`
