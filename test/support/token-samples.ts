/** One public token format, spelled out without importing our own table. */
export interface TokenFormat {
  readonly name: string
  /** The variable it usually stands in. */
  readonly variable: string
  readonly make: (draw: Draw) => string
}

/** Draws characters of an alphabet. */
export type Draw = (alphabet: string, length: number) => string

const HEX = '0123456789abcdef'
const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const URL64 = `${ALNUM}_-`
const BASE64 = `${ALNUM}+/`
const DIGITS = '123456789'

const uuid = (draw: Draw) => [8, 4, 4, 4, 12].map((length) => draw(HEX, length)).join('-')
const made = (name: string, variable: string, make: TokenFormat['make']): TokenFormat => ({name, variable, make})
const plain = (name: string, variable: string, prefix: string, ...[alphabet, length]: [string, number]) =>
  made(name, variable, (draw) => prefix + draw(alphabet, length))

/**
 * Lengths and alphabets: where gitleaks has a rule for the format, compared with it (github.com/gitleaks/gitleaks, config/gitleaks.toml);
 * the others are as generally known and were compared with no page.
 */
export const TOKEN_FORMATS: readonly TokenFormat[] = [
  plain('github-classic', 'GITHUB_TOKEN', 'ghp_', ALNUM, 36),
  plain('github-server', 'GH_TOKEN', 'ghs_', ALNUM, 36),
  made('github-fine-grained', 'GITHUB_PAT', (draw) => `github_pat_${draw(ALNUM, 22)}_${draw(ALNUM, 59)}`),
  plain('gitlab-pat', 'GITLAB_TOKEN', 'glpat-', URL64, 20),
  made('gitlab-pat-routable', 'GITLAB_TOKEN', (draw) => `glpat-${draw(URL64, 27)}.${draw(LOWER, 2)}.${draw(LOWER, 7)}`),
  made('gitlab-job', 'CI_JOB_TOKEN', (draw) => `glcbt-${draw(HEX, 2)}_${draw(URL64, 20)}`),
  plain('gitlab-trigger', 'TRIGGER_TOKEN', 'glptt-', HEX, 40),
  plain('npm', 'NPM_TOKEN', 'npm_', ALNUM, 36),
  plain('pypi', 'TWINE_PASSWORD', 'pypi-AgEIcHlwaS5vcmc', URL64, 120),
  plain('rubygems', 'GEM_HOST_API_KEY', 'rubygems_', HEX, 48),
  plain('clojars', 'CLOJARS_TOKEN', 'CLOJARS_', HEX, 60),
  plain('docker-hub', 'DOCKER_TOKEN', 'dckr_pat_', URL64, 27),
  plain('artifactory-key', 'ARTIFACTORY_API_KEY', 'AKCp', ALNUM, 69),
  plain('artifactory-reference', 'JFROG_TOKEN', 'cmVmdGtuOjAxOj', ALNUM, 50),
  made('sourcegraph', 'SRC_ACCESS_TOKEN', (draw) => `sgp_${draw(HEX, 16)}_${draw(HEX, 40)}`),
  made('atlassian', 'ATLASSIAN_TOKEN', (draw) => `ATATT3xFfGF0${draw(`${URL64}=`, 171)}${draw(UPPER, 8)}`),
  plain('bitbucket-app', 'BITBUCKET_APP_PASSWORD', 'ATBB', ALNUM, 32),
  made('postman', 'POSTMAN_API_KEY', (draw) => `PMAK-${draw(HEX, 24)}-${draw(HEX, 34)}`),
  plain('readme', 'README_API_KEY', 'rdme_', LOWER, 70),
  plain('octopus', 'OCTOPUS_API_KEY', 'API-', UPPER, 26),
  plain('sonar-user', 'SONAR_TOKEN', 'squ_', HEX, 40),
  plain('buildkite', 'BUILDKITE_API_TOKEN', 'bkua_', HEX, 40),
  made('circleci', 'CIRCLE_TOKEN', (draw) => `CCIPAT_${draw(ALNUM, 22)}_${draw(HEX, 40)}`),
  plain('aws-access-key', 'AWS_ACCESS_KEY_ID', 'AKIA', BASE32, 16),
  plain('aws-session-key', 'AWS_ACCESS_KEY_ID', 'ASIA', BASE32, 16),
  plain('aws-secret', 'AWS_SECRET_ACCESS_KEY', '', BASE64, 40),
  plain('google-api', 'GOOGLE_API_KEY', 'AIzaSy', URL64, 33),
  plain('google-oauth-secret', 'GOOGLE_CLIENT_SECRET', 'GOCSPX-', URL64, 28),
  plain('google-access', 'GOOGLE_OAUTH_TOKEN', 'ya29.a0', URL64, 150),
  made(
    'azure-client-secret',
    'AZURE_CLIENT_SECRET',
    (draw) => `${draw(ALNUM, 3)}${draw(DIGITS, 1)}Q~${draw(`${URL64}~.`, 34)}`,
  ),
  made('azure-storage', 'AZURE_STORAGE_KEY', (draw) => `${draw(BASE64, 76)}+ASt${draw(BASE64, 5)}A==`),
  plain('digitalocean', 'DIGITALOCEAN_TOKEN', 'dop_v1_', HEX, 64),
  plain('alibaba', 'ALIBABA_ACCESS_KEY_ID', 'LTAI', ALNUM, 20),
  plain('heroku', 'HEROKU_API_KEY', 'HRKU-AA', URL64, 58),
  plain('flyio', 'FLY_API_TOKEN', 'fm2_', BASE64, 180),
  made('cloudflare-origin', 'CLOUDFLARE_ORIGIN_CA_KEY', (draw) => `v1.0-${draw(HEX, 24)}-${draw(HEX, 146)}`),
  plain('databricks', 'DATABRICKS_TOKEN', 'dapi', HEX, 32),
  plain('vault-service', 'VAULT_TOKEN', 'hvs.', URL64, 95),
  plain('vault-batch', 'VAULT_TOKEN', 'hvb.', URL64, 180),
  made('terraform-cloud', 'TFE_TOKEN', (draw) => `${draw(ALNUM, 14)}.atlasv1.${draw(URL64, 67)}`),
  plain('pulumi', 'PULUMI_ACCESS_TOKEN', 'pul-', HEX, 40),
  plain('doppler', 'DOPPLER_TOKEN', 'dp.pt.', ALNUM, 43),
  made('doppler-service', 'DOPPLER_TOKEN', (draw) => `dp.st.dev_main.${draw(ALNUM, 43)}`),
  plain('infracost', 'INFRACOST_API_KEY', 'ico-', ALNUM, 32),
  plain('prefect', 'PREFECT_API_KEY', 'pnu_', ALNUM, 36),
  plain('planetscale', 'PLANETSCALE_TOKEN', 'pscale_tkn_', URL64, 43),
  plain('scalingo', 'SCALINGO_API_TOKEN', 'tk-us-', URL64, 48),
  plain('age', 'AGE_SECRET_KEY', 'AGE-SECRET-KEY-1', 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58),
  plain('onepassword-service', 'OP_SERVICE_ACCOUNT_TOKEN', 'ops_eyJ', BASE64, 260),
  made(
    'onepassword-secret',
    'OP_SECRET_KEY',
    (draw) => `A3-${draw(UPPER, 6)}-${draw(UPPER, 6)}-${[5, 5, 5, 5].map((n) => draw(UPPER, n)).join('-')}`,
  ),
  plain('openshift', 'OPENSHIFT_TOKEN', 'sha256~', URL64, 43),
  plain('supabase', 'SUPABASE_ACCESS_TOKEN', 'sbp_', HEX, 40),
  plain('clickhouse', 'CLICKHOUSE_SECRET_KEY', '4b1d', ALNUM, 38),
  made('openai-project', 'OPENAI_API_KEY', (draw) => `sk-proj-${draw(URL64, 74)}T3BlbkFJ${draw(URL64, 74)}`),
  made('openai-legacy', 'OPENAI_API_KEY', (draw) => `sk-${draw(ALNUM, 20)}T3BlbkFJ${draw(ALNUM, 20)}`),
  made('anthropic', 'ANTHROPIC_API_KEY', (draw) => `sk-ant-api03-${draw(URL64, 93)}AA`),
  plain('huggingface', 'HF_TOKEN', 'hf_', ALNUM, 34),
  plain('groq', 'GROQ_API_KEY', 'gsk_', ALNUM, 52),
  plain('perplexity', 'PERPLEXITY_API_KEY', 'pplx-', ALNUM, 48),
  plain('replicate', 'REPLICATE_API_TOKEN', 'r8_', ALNUM, 37),
  plain('nvidia', 'NVIDIA_API_KEY', 'nvapi-', URL64, 64),
  plain('xai', 'XAI_API_KEY', 'xai-', ALNUM, 80),
  made('langsmith', 'LANGSMITH_API_KEY', (draw) => `lsv2_pt_${draw(HEX, 32)}_${draw(HEX, 10)}`),
  plain('runway', 'RUNWAYML_API_SECRET', 'key_', HEX, 128),
  plain('cohere', 'CO_API_KEY', '', ALNUM, 40),
  plain('wandb-legacy', 'WANDB_API_KEY', '', HEX, 40),
  made('dynatrace', 'DYNATRACE_TOKEN', (draw) => `dt0c01.${draw(BASE32, 24)}.${draw(BASE32, 64)}`),
  plain('new-relic-user', 'NEW_RELIC_API_KEY', 'NRAK-', UPPER, 27),
  plain('datadog-app', 'DD_APP_KEY', '', HEX, 40),
  made('grafana-service', 'GRAFANA_TOKEN', (draw) => `glsa_${draw(ALNUM, 32)}_${draw(HEX, 8)}`),
  plain('grafana-cloud', 'GRAFANA_CLOUD_TOKEN', 'glc_', BASE64, 100),
  plain('sentry-user', 'SENTRY_AUTH_TOKEN', 'sntryu_', HEX, 64),
  made('sentry-org', 'SENTRY_AUTH_TOKEN', (draw) => `sntrys_eyJpYXQiO${draw(BASE64, 90)}_${draw(BASE64, 43)}`),
  made('slack-bot', 'SLACK_BOT_TOKEN', (draw) => `xoxb-${draw(DIGITS, 12)}-${draw(DIGITS, 13)}-${draw(ALNUM, 24)}`),
  made('slack-app', 'SLACK_APP_TOKEN', (draw) => `xapp-1-A${draw(UPPER, 10)}-${draw(DIGITS, 13)}-${draw(HEX, 64)}`),
  made(
    'slack-webhook',
    'SLACK_WEBHOOK_URL',
    (draw) => `https://hooks.slack.com/services/T${draw(UPPER, 10)}/B${draw(UPPER, 10)}/${draw(ALNUM, 24)}`,
  ),
  made('discord-bot', 'DISCORD_TOKEN', (draw) => `M${draw(ALNUM, 23)}.${draw(URL64, 6)}.${draw(URL64, 38)}`),
  made(
    'discord-webhook',
    'DISCORD_WEBHOOK',
    (draw) => `https://discord.com/api/webhooks/${draw(DIGITS, 18)}/${draw(URL64, 68)}`,
  ),
  made('telegram', 'TELEGRAM_BOT_TOKEN', (draw) => `${draw(DIGITS, 10)}:AA${draw(URL64, 33)}`),
  plain('twilio-key', 'TWILIO_API_KEY', 'SK', HEX, 32),
  plain('twilio-auth', 'TWILIO_AUTH_TOKEN', '', HEX, 32),
  made('sendgrid', 'SENDGRID_API_KEY', (draw) => `SG.${draw(URL64, 22)}.${draw(URL64, 43)}`),
  plain('mailgun', 'MAILGUN_API_KEY', 'key-', HEX, 32),
  made('mailchimp', 'MAILCHIMP_API_KEY', (draw) => `${draw(HEX, 32)}-us${draw(DIGITS, 2)}`),
  made('brevo', 'BREVO_API_KEY', (draw) => `xkeysib-${draw(HEX, 64)}-${draw(ALNUM, 16)}`),
  made('hubspot', 'HUBSPOT_TOKEN', (draw) => `pat-na1-${uuid(draw)}`),
  plain('stripe-live', 'STRIPE_SECRET_KEY', 'sk_live_', ALNUM, 99),
  plain('stripe-restricted', 'STRIPE_KEY', 'rk_live_', ALNUM, 24),
  plain('stripe-webhook', 'STRIPE_WEBHOOK_SECRET', 'whsec_', ALNUM, 32),
  plain('square', 'SQUARE_ACCESS_TOKEN', 'EAAAE', URL64, 59),
  plain('square-oauth', 'SQUARE_SECRET', 'sq0csp-', URL64, 43),
  plain('shopify', 'SHOPIFY_ACCESS_TOKEN', 'shpat_', HEX, 32),
  made('plaid', 'PLAID_ACCESS_TOKEN', (draw) => `access-production-${uuid(draw)}`),
  made('flutterwave', 'FLW_SECRET_KEY', (draw) => `FLWSECK_TEST-${draw(HEX, 32)}-X`),
  plain('shippo', 'SHIPPO_TOKEN', 'shippo_live_', HEX, 40),
  plain('easypost', 'EASYPOST_API_KEY', 'EZAK', ALNUM, 54),
  plain('duffel', 'DUFFEL_TOKEN', 'duffel_live_', URL64, 43),
  plain('linear', 'LINEAR_API_KEY', 'lin_api_', ALNUM, 40),
  made('notion', 'NOTION_TOKEN', (draw) => `ntn_${draw(DIGITS, 11)}${draw(ALNUM, 35)}`),
  plain('figma', 'FIGMA_TOKEN', 'figd_', URL64, 40),
  made('airtable', 'AIRTABLE_TOKEN', (draw) => `pat${draw(ALNUM, 14)}.${draw(HEX, 64)}`),
  plain('facebook-page', 'FB_ACCESS_TOKEN', 'EAAM', ALNUM, 150),
  plain('adobe-client', 'ADOBE_CLIENT_SECRET', 'p8e-', LOWER, 32),
  plain('frameio', 'FRAMEIO_TOKEN', 'fio-u-', URL64, 64),
  made('maxmind', 'MAXMIND_LICENSE_KEY', (draw) => `${draw(ALNUM, 6)}_${draw(ALNUM, 29)}_mmk`),
  plain('okta', 'OKTA_TOKEN', '00', URL64, 40),
  made('jwt', 'ID_TOKEN', (draw) => `eyJhbGciOiJIUzI1NiJ9.eyJ${draw(URL64, 80)}.${draw(URL64, 43)}`),
  made('postgres-url', 'DATABASE_URL', (draw) => `postgres://app:${draw(ALNUM, 18)}@db.example:5432/app`),
]

/** Where a secret stands when it leaks. */
export const CONTEXTS: Readonly<Record<string, (token: string, variable: string) => string>> = {
  'environment line': (token, variable) => `${variable}=${token}`,
  'JSON value': (token, variable) => JSON.stringify({name: 'ci', [variable.toLowerCase()]: token, retries: 3}),
  YAML: (token, variable) => `env:\n  ${variable}: ${token}\n  region: eu-west-1`,
  header: (token) => `> Authorization: Bearer ${token}`,
  'log line': (token, variable) =>
    `2026-11-21T07:42:33Z WARN auth: using ${variable.toLowerCase()}="${token}" for upstream`,
  address: (token) => `GET https://api.example.com/v1/items?page=2&access_token=${encodeURIComponent(token)} 401`,
  'shell command': (token) => `$ deploy --region eu --token ${token} --verbose`,
  prose: (token) => `The upload failed, the key ${token} was rejected by the server.`,
}
