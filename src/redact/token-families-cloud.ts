/** Clouds, databases, infrastructure, identity. See `token-family.ts` for the columns. */
export const CLOUD_FAMILIES = String.raw`
aws-access-key | AKIA ASIA ABIA ACCA | [A-Z2-7]{16} | docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
aws-bedrock-key | ABSK bedrock-api-key- | [A-Za-z0-9+/]{80,}={0,2} | docs.aws.amazon.com/bedrock
aws-mws-key | amzn.mws. | [a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12} | developer-docs.amazon.com
google-api-key | AIza | [\w-]{35} | cloud.google.com/docs/authentication/api-keys
google-oauth-secret | GOCSPX- | [\w-]{20,} | developers.google.com/identity/protocols/oauth2
google-oauth-token | ya29. | [\w-]{20,} | developers.google.com/identity/protocols/oauth2
google-refresh-token | 1//0 | [\w-]{40,} | developers.google.com/identity/protocols/oauth2
azure-client-secret | 0Q~ 1Q~ 2Q~ 3Q~ 4Q~ 5Q~ 6Q~ 7Q~ 8Q~ 9Q~ | [\w~.-]{3} @ [\w~.-]{31,34} | learn.microsoft.com/purview/sit-defn-azure-ad-client-secret
azure-devops-token | AZDO | [A-Za-z0-9]{76} @ [A-Za-z0-9]{4} | learn.microsoft.com/purview/sit-defn-azure-devops-personal-access-token
azure-storage-key | +ASt ACDb +ABa AIoT | [A-Za-z0-9+/]{33,76} @ [A-Za-z0-9+/]{5,6}={1,2} | learn.microsoft.com/purview/sit-defn-azure-storage-account-key
azure-service-key | AzFu AzSe AzCa +ACR | [\w+/-]{33,44} @ [\w+/-]{5,10}={0,2} | learn.microsoft.com/purview/sit-defn-azure-function-master-api-key
digitalocean-token | dop_v1_ doo_v1_ dor_v1_ | [a-f0-9]{64} | docs.digitalocean.com/reference/api
alibaba-access-key | LTAI | (?=[A-Za-z]*\d)[A-Za-z0-9]{12,26} | alibabacloud.com/help/ram
tencent-secret-id | AKID | (?=[A-Za-z]*\d)[A-Za-z0-9]{32} | cloud.tencent.com/document/product/598
yandex-token | AQVN y0_ | [\w-]{35,} | yandex.cloud/docs/iam
scalingo-token | tk-us- | [\w-]{48} | doc.scalingo.com/api
fly-token | fo1_ fm1r_ fm1a_ fm2_ | [\w+/=,-]{40,} | fly.io/docs/security/tokens
heroku-key | HRKU- | [\w-]{36,} | devcenter.heroku.com/articles/authentication
vercel-token | vcp_ vci_ vca_ vcr_ vck_ | [A-Za-z0-9]{24,} | vercel.com/docs/rest-api
netlify-token | nfp_ nfo_ nfc_ nfu_ nfb_ | [A-Za-z0-9]{36,} | docs.netlify.com/api/get-started
render-key | rnd_ | (?=[A-Za-z]*\d)[A-Za-z0-9]{28,} | render.com/docs/api
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
infracost-key | ico- | (?=[A-Za-z]*\d)[A-Za-z0-9]{32} | infracost.io/docs
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
`
