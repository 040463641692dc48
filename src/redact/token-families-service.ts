/** Code hosts, package registries, build services. See `token-families.ts` for the columns. */
export const CODE_FAMILIES = String.raw`
github-token | ghp_ gho_ ghu_ ghs_ ghr_ | (?:[A-Za-z0-9]{30,}|\d{1,12}_eyJ[\w.-]{20,}) | docs.github.com/authentication | github-crc32
github-fine-grained-token | github_pat_ | \w{40,} | docs.github.com/authentication
gitlab-token | glpat- glptt- gldt- glrt- glrtr- glcbt- glimt- glft- glsoat- glffct- glagent- gloas- glwt- | [\w.-]{20,} | docs.gitlab.com/security/tokens
gitlab-runner-registration | GR1348941 | [\w-]{20,} | docs.gitlab.com/security/tokens
bitbucket-app-password | ATBB | [A-Za-z0-9]{28,} | support.atlassian.com/bitbucket-cloud
atlassian-token | ATATT3x ATCTT3x ATSTT3x | [\w=-]{40,} | support.atlassian.com/atlassian-account
npm-token | npm_ | [A-Za-z0-9]{36,} | docs.npmjs.com/about-access-tokens | github-crc32
pypi-token | pypi-AgEI pypi-AgEN | [\w-]{40,} | pypi.org/help/#apitoken
rubygems-key | rubygems_ | [a-f0-9]{48} | guides.rubygems.org/api-key-scopes
crates-token | cio | (?=[A-Za-z]{0,99}[A-Z\d])[A-Za-z0-9]{32} | crates.io/settings/tokens
nuget-key | oy2 | (?=[a-z]{0,99}\d)[a-z0-9]{43} | learn.microsoft.com/nuget
docker-token | dckr_pat_ dckr_oat_ | [\w-]{20,} | docs.docker.com/security/access-tokens
clojars-token | CLOJARS_ | [a-z0-9]{60} | github.com/clojars/clojars-web/wiki/Deploy-Tokens
artifactory-key | AKC | [A-Za-z0-9]{60,} | jfrog.com/help
artifactory-reference-token | cmVmdGtu | [A-Za-z0-9]{40,} | jfrog.com/help
sourcegraph-token | sgp_ slk_ | (?:[a-f0-9]{16}_|local_)?[A-Za-z0-9]{40,} | sourcegraph.com/docs/cli
sonar-token | sqp_ squ_ sqa_ sqco_ | [A-Za-z0-9]{40,} | docs.sonarsource.com/sonarqube-server
circleci-token | CCIPAT_ CCIPRJ_ | [A-Za-z0-9]{20,24}_[a-f0-9]{40} | circleci.com/docs/managing-api-tokens
buildkite-token | bkua_ bkat_ bkct_ | [A-Za-z0-9]{40,} | buildkite.com/docs/apis/managing-api-tokens
octopus-key | API- | (?=[A-Z]{0,99}\d)[A-Z0-9]{25,32} | octopus.com/docs/octopus-rest-api
launchdarkly-key | sdk- api- mob- | [a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[a-f0-9]{4}-[a-f0-9]{12} | launchdarkly.com/docs/home/account/api
postman-key | PMAK- | [a-f0-9]{24}-[a-f0-9]{34} | learning.postman.com/docs/developer/postman-api
readme-key | rdme_ | [a-z0-9]{70} | docs.readme.com
hosting-token | hn_ | [A-Za-z0-9]{36} | docs/hostnode.md | github-crc32
settlemint-token | sm_pat_ sm_sat_ sm_aat_ | [A-Za-z0-9]{16,} | console.settlemint.com/documentation
snyk-token | snyk_uat. snyk_sat. | [a-z0-9]{6,12}\.[\w.-]{30,} | docs.snyk.io/snyk-api/authentication-for-api
deno-token | ddp_ ddw_ ddo_ | [A-Za-z0-9]{30,} | docs.deno.com/deploy
harness-token | pat. sat. | [\w-]{20,24}\.[a-f0-9]{24}\.[A-Za-z0-9]{16,} | developer.harness.io/docs/platform/automation/api
endor-key | endr+ | [\w-]{16,} | docs.endorlabs.com
socket-token | sktsec_ | [\w-]{20,} | docs.socket.dev
portainer-token | ptr_ | [\w+/=-]{30,} | docs.portainer.io/api/access
jetbrains-token | perm: perm- | [A-Za-z0-9+/=]{4,80}\.[A-Za-z0-9+/=-]{4,80}\.[A-Za-z0-9]{16,} | jetbrains.com/help/youtrack/devportal
stackhawk-key | hawk. | [\w-]{16,24}\.[\w-]{16,24} | docs.stackhawk.com
dependency-track-key | odt_ | [A-Za-z0-9_-]{30,} | docs.dependencytrack.org
chromatic-token | chpt_ | [a-z0-9]{12,} | chromatic.com/docs
trigger-key | tr_dev_ tr_prod_ tr_stg_ tr_preview_ | [A-Za-z0-9]{18,} | trigger.dev/docs
inngest-key | signkey- | [a-z]{3,8}-[a-f0-9]{32,} | inngest.com/docs
truffle-secret | thog-secret- thog-key- | [a-f0-9]{16,} | docs.trufflesecurity.com
ionic-token | ion_ | [a-zA-Z0-9]{40,} | ionic.io/docs
bitbucket-data-center-token | BBDC- | [\w+/@-]{36,50} | confluence.atlassian.com/bitbucketserver
`

/** Monitoring, messaging, payments, office tools. See `token-families.ts` for the columns. */
export const SERVICE_FAMILIES = String.raw`
dynatrace-token | dt0c01. dt0s01. dt0s02. dt0s03. dt0s08. dt0s16. | [A-Z2-7]{8,24}\.[A-Z2-7]{64} | docs.dynatrace.com/docs/dynatrace-api/basics
new-relic-key | NRAK- NRII- NRIQ- NRRA- NRSP- NRJS- NRAA- | [\w-]{18,} | docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys
new-relic-license | NRAL | [a-f0-9x]{36} @ | docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys
datadog-key | ddapi_ ddapp_ ddpat_ ddsat_ | [A-Za-z0-9]{30,} | docs.datadoghq.com/account_management/api-app-keys
grafana-token | glsa_ glc_ | [\w+/]{32,}={0,2} | grafana.com/docs/grafana/latest/administration/service-accounts
grafana-api-key | eyJrIjoi | [A-Za-z0-9]{60,}={0,2} | grafana.com/docs/grafana/latest
sentry-token | sntrys_ sntryu_ sntrya_ sntryi_ | [\w+/=-]{40,} | docs.sentry.io/account/auth-tokens
honeycomb-key | hcaik_ hcxik_ hcalk_ hcxlk_ hcamk_ | [a-z0-9]{50,} | docs.honeycomb.io/configure/environments/manage-api-keys
logfire-token | pylf_v1_ pylf_v2_ | \w{20,} | logfire.pydantic.dev/docs
posthog-key | phx_ phs_ | [A-Za-z0-9]{40,} | posthog.com/docs/api
slack-token | xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd- xoxe- xoxe.xoxp- xoxe.xoxb- xapp- | [\w%+/=.-]{20,} | docs.slack.dev/authentication/tokens
slack-webhook | hooks.slack.com/ | (?:services|workflows|triggers)/[\w/-]{20,} | docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
discord-webhook | discord.com/api/webhooks/ discordapp.com/api/webhooks/ | \d{15,21}/[\w-]{40,} | discord.com/developers/docs/resources/webhook
teams-webhook | webhook.office.com/webhookb2/ | [\w@/-]{60,} | learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors
telegram-bot-token | :AA | (?:bot)?\d{8,10} @ [\w-]{33} | core.telegram.org/bots/features#botfather
twilio-key | SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf | [a-f0-9]{31} | twilio.com/docs/iam/api-keys
sendgrid-key | SG. | [\w-]{16,32}\.[\w-]{32,64} | twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
mailgun-key | key- pubkey- | [a-f0-9]{32} | documentation.mailgun.com
mailchimp-key | -us | [a-f0-9]{32} @ \d{1,2} | mailchimp.com/developer/marketing/guides/quick-start
brevo-key | xkeysib- xsmtpsib- | [a-f0-9]{64}-[A-Za-z0-9]{16} | developers.brevo.com
mailersend-key | mlsn. | [a-f0-9]{60,} | developers.mailersend.com
resend-key | re_ | (?=\w*[A-Z\d])[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,} | resend.com/docs/api-reference
intercom-token | dG9rO | [A-Za-z0-9+/]{40,}={0,2} | developers.intercom.com
hubspot-token | pat- | [a-z]{2,4}\d{0,2}-[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12} | developers.hubspot.com
salesforce-session | 00D | [A-Za-z0-9]{11,15}![\w.]{60,} | developer.salesforce.com
stripe-key | sk_live_ sk_test_ rk_live_ rk_test_ | [A-Za-z0-9]{16,} | docs.stripe.com/keys
webhook-secret | whsec_ | [A-Za-z0-9+/=]{24,} | standardwebhooks.com
braintree-token | access_token$production$ access_token$sandbox$ | [a-z0-9]{16}\$[a-f0-9]{32} | developer.paypal.com/braintree
square-token | sq0csp- sq0atp- sq0idp- EAAA | (?=[\w-]{0,99}\d)[\w-]{22,} | developer.squareup.com/docs/build-basics/access-tokens
shopify-token | shpat_ shpca_ shppa_ shpss_ shptka_ | [a-fA-F0-9]{32} | shopify.dev/docs/apps/build/authentication-authorization
plaid-token | access-sandbox- access-development- access-production- | [a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12} | plaid.com/docs/api
razorpay-key | rzp_live_ rzp_test_ | [A-Za-z0-9]{14} | razorpay.com/docs/payments/dashboard/account-settings/api-keys
flutterwave-key | FLWSECK- FLWSECK_TEST- | [A-Za-z0-9-]{12,} | developer.flutterwave.com
mode-key | live_ test_ | (?=[A-Za-z_-]{0,40}\d)(?:[A-Za-z0-9]{27,}|(?=[\w-]{0,60}[A-Z])[\w-]{40}) | docs.mollie.com/reference/authentication
shippo-token | shippo_live_ shippo_test_ | [a-f0-9]{40} | docs.goshippo.com
easypost-key | EZAK EZTK | [A-Za-z0-9]{54} | docs.easypost.com
duffel-token | duffel_live_ duffel_test_ | [\w=-]{40,} | duffel.com/docs/api
linear-key | lin_api_ lin_oauth_ lin_wh_ | [A-Za-z0-9]{32,} | linear.app/developers
notion-token | ntn_ secret_ | (?=[A-Za-z]{0,99}[A-Z\d])[A-Za-z0-9]{40,} | developers.notion.com
figma-token | figd_ figu_ figo_ figh_ figp_ figor_ figoh_ | [\w-]{30,} | developers.figma.com/docs/rest-api/authentication
clickup-token | pk_ | \d{6,12}_[A-Z0-9]{32} | developer.clickup.com/docs/authentication
contentful-token | CFPAT- | [\w-]{43} | contentful.com/developers/docs/references/authentication
dropbox-token | sl. | (?:[a-z]{1,4}\.)?[\w-]{80,} | dropbox.com/developers/documentation
typeform-token | tfp_ | [\w.-]{40,} | typeform.com/developers
frameio-token | fio-u- | [\w=-]{40,} | developer.frame.io
trello-token | ATTA | [a-f0-9]{60,} | developer.atlassian.com/cloud/trello
facebook-token | EAA | (?=[A-Za-z]{0,99}[b-z\d])[A-Za-z0-9]{100,} | developers.facebook.com/docs/facebook-login/guides/access-tokens
instagram-token | IGQV IGAA | [\w-]{60,} | developers.facebook.com/docs/instagram-platform
twitter-bearer-token | AAAAAAAAAAAAAAAAAAAA | [A-Za-z0-9]{2,40}%[A-Za-z0-9%]{30,} | docs.x.com/fundamentals/authentication
adobe-secret | p8e- | [A-Za-z0-9_-]{32} | developer.adobe.com/developer-console
mapbox-secret | sk.eyJ | [\w.-]{40,} | docs.mapbox.com/help/glossary/access-token
jwt | eyJ | [\w-]{8,400}\.(?:[\w-]{4,8000})?\.[\w-]*(?:\.[\w-]+\.[\w-]+)? | rfc-editor.org/rfc/rfc7519
dropbox-long-token | AAAAAAAAAA | [A-Za-z0-9]{11} @ [\w=-]{43} | dropbox.com/developers/documentation
salesforce-key | 3MVG9 5Aep861 5AEP861 | [\w.]{60,} | developer.salesforce.com
coralogix-key | cxtp_ cxup_ | [A-Za-z0-9]{24,} | coralogix.com/docs
rootly-key | rootly_ | [a-f0-9]{40,} | docs.rootly.com
telnyx-key | KEY0 KEY1 | [A-Za-z0-9]{31}_[A-Za-z0-9]{20,24} | developers.telnyx.com
telnyx-long-key | KEY | [A-Za-z0-9]{32}_[A-Za-z0-9]{22} | developers.telnyx.com
mandrill-key | md- | (?=[\w-]{0,99}\d)[\w-]{22} | mailchimp.com/developer/transactional
klaviyo-key | pk_ | (?:[A-Za-z0-9]{6}_)?[a-f0-9]{34} | developers.klaviyo.com
pubnub-key | sec-c- | [A-Za-z0-9+/=]{40,} | pubnub.com/docs
onesignal-key | os_v2_app_ os_v2_org_ | [a-z0-9]{60,} | documentation.onesignal.com
close-key | api_ | [A-Za-z0-9]{20,24}\.[A-Za-z0-9]{20,24} | developer.close.com
paypal-token | A21AA | [\w-]{60,} | developer.paypal.com/api/rest/authentication
paddle-key | pdl_live_apikey_ pdl_sdbx_apikey_ pdl_ntfset_ | \w{24,} | developer.paddle.com/api-reference
adyen-key | AQE | (?=[\w+/=-]{0,99}\d)[\w+/=-]{90,} | docs.adyen.com/development-resources/api-credentials
ramp-secret | ramp_sec_ | [A-Za-z0-9]{30,} | docs.ramp.com
brex-token | bxt_ | [A-Za-z0-9]{30,} | developer.brex.com
polar-token | polar_oat_ polar_at_u_ polar_whs_ | [\w-]{30,} | polar.sh/docs
xendit-key | xnd_production_ xnd_development_ | [A-Za-z0-9]{20,} | docs.xendit.co
midtrans-key | SB-Mid-server- Mid-server- | [\w-]{20,} | docs.midtrans.com
mercadopago-token | APP_USR- | \d{10,20}-\d{6}-[\w-]{32,} | mercadopago.com/developers
canva-token | cnvca | [\w-]{40,} | canva.dev/docs
cal-key | cal_live_ cal_test_ | [a-f0-9]{32} | cal.com/docs/api-reference
tally-key | tly- | [A-Za-z0-9]{30,} | developers.tally.so
linkedin-secret | WPL_AP1. WPL_AP0. | [\w.]{16,}={0,2} | learn.microsoft.com/linkedin/shared/authentication
pinterest-token | pina_ pinr. | [A-Za-z0-9_]{32,} | developers.pinterest.com
tiktok-token | act. rft. clt. | (?=[\w!.]{0,99}\d)[A-Za-z0-9]{40,}(?:!\d{3,6}\.[a-z]\d{1,3})? | developers.tiktok.com
censys-key | censys_ | [A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,} | docs.censys.com
ubidots-token | BBFF- BBUS- | [A-Za-z0-9]{24,} | docs.ubidots.com
flexport-token | shltm_ | [\w-]{36,} | apidocs.flexport.com
authress-key | sc_ ext_ scauth_ authress_ | [a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30,120} | authress.io/knowledge-base/docs
fullstory-key | na1. eu1. | [A-Za-z0-9+/]{80,}={0,2} | developer.fullstory.com
zapier-webhook | hooks.zapier.com/hooks/ | [a-z]{3,12}/\d{4,12}/[\w-]{5,} | help.zapier.com
make-webhook | .make.com/ .integromat.com/ | (?:hook|[a-z]{2}\d)\.?[a-z0-9]{0,3} @ [a-z0-9]{24,} | make.com/en/help
tines-webhook | .tines.com/webhook/ | [\w-]{1,63} @ [a-f0-9]{32}/[a-f0-9]{32} | tines.com/docs
pipedream-webhook | .m.pipedream.net | (?=[a-z0-9]{0,99}\d)[a-z0-9]{10,40} @ | pipedream.com/docs
mapbox-token | pk.eyJ tk.eyJ | [\w.-]{40,} | docs.mapbox.com/help/glossary/access-token
locationiq-key | pk. | [a-f0-9]{32} | docs.locationiq.com
larksuite-token | t-g t-c | (?=[\w-]{0,99}\d)[A-Za-z0-9]{30,} | open.larksuite.com/document
airtable-key | key | (?=[A-Za-z]{0,99}\d)(?=[a-z\d]{0,99}[A-Z])[A-Za-z0-9]{14} | airtable.com/developers/web/api
easypost-test-key | EZTK | [A-Za-z0-9]{50,} | docs.easypost.com
jwt-in-base64 | ZXlKaGJHY2lPaU ZXlKMGVYQWlPaU ZXlKcmFXUWlPaU | [A-Za-z0-9+/_-]{60,}={0,2} | rfc-editor.org/rfc/rfc7519
rapidapi-key | msh | [a-f0-9]{10} @ [a-f0-9]{15}p1[a-f0-9]{6}jsn[a-f0-9]{12} | docs.rapidapi.com
pagerduty-key | pdus+_ pdeu+_ | [\w-]{16,} | support.pagerduty.com/main/docs/api-access-keys
twitch-token | oauth: | [a-z0-9]{30} | dev.twitch.tv/docs/irc/authenticate-bot
riot-key | RGAPI- | [a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12} | developer.riotgames.com/docs
wakatime-key | waka_ waka_tok_ waka_sec_ | (?:[A-Za-z0-9]{40,}|[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}) | wakatime.com/developers
`
