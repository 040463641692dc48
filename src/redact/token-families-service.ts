/** Monitoring, messaging, payments, office tools. See `token-family.ts` for the columns. */
export const SERVICE_FAMILIES = String.raw`
dynatrace-token | dt0c01. dt0s01. dt0s02. dt0s03. dt0s08. dt0s16. | [A-Z2-7]{8,24}\.[A-Z2-7]{64} | docs.dynatrace.com/docs/dynatrace-api/basics
new-relic-key | NRAK- NRII- NRIQ- NRRA- NRSP- | [\w-]{20,} | docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys
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
resend-key | re_ | (?=[A-Za-z]*\d)[A-Za-z0-9]{8}_[A-Za-z0-9]{24,} | resend.com/docs/api-reference
intercom-token | dG9rO | [A-Za-z0-9+/]{40,}={0,2} | developers.intercom.com
hubspot-token | pat-na1- pat-na2- pat-eu1- pat-ap1- | [a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12} | developers.hubspot.com
salesforce-session | 00D | [A-Za-z0-9]{12,15}![\w.]{60,} | developer.salesforce.com
stripe-key | sk_live_ sk_test_ rk_live_ rk_test_ | [A-Za-z0-9]{16,} | docs.stripe.com/keys
webhook-secret | whsec_ | [A-Za-z0-9+/=]{24,} | standardwebhooks.com
braintree-token | access_token$production$ access_token$sandbox$ | [a-z0-9]{16}\$[a-f0-9]{32} | developer.paypal.com/braintree
square-token | sq0csp- sq0atp- sq0idp- EAAAE EAAAl | [\w-]{22,} | developer.squareup.com/docs/build-basics/access-tokens
shopify-token | shpat_ shpca_ shppa_ shpss_ shptka_ | [a-fA-F0-9]{32} | shopify.dev/docs/apps/build/authentication-authorization
plaid-token | access-sandbox- access-development- access-production- | [a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12} | plaid.com/docs/api
razorpay-key | rzp_live_ rzp_test_ | [A-Za-z0-9]{14} | razorpay.com/docs/payments/dashboard/account-settings/api-keys
flutterwave-key | FLWSECK- FLWSECK_TEST- | [A-Za-z0-9-]{12,} | developer.flutterwave.com
mollie-key | live_ | (?=[A-Za-z]*\d)[A-Za-z0-9]{30,} | docs.mollie.com/reference/authentication
shippo-token | shippo_live_ shippo_test_ | [a-f0-9]{40} | docs.goshippo.com
easypost-key | EZAK EZTK | [A-Za-z0-9]{54} | docs.easypost.com
duffel-token | duffel_live_ duffel_test_ | [\w=-]{40,} | duffel.com/docs/api
linear-key | lin_api_ lin_oauth_ lin_wh_ | [A-Za-z0-9]{32,} | linear.app/developers
notion-token | ntn_ secret_ | (?=[A-Za-z]*\d)[A-Za-z0-9]{40,} | developers.notion.com
figma-token | figd_ figu_ figo_ figh_ | [\w-]{30,} | developers.figma.com/docs/rest-api/authentication
clickup-token | pk_ | \d{6,12}_[A-Z0-9]{32} | developer.clickup.com/docs/authentication
contentful-token | CFPAT- | [\w-]{43} | contentful.com/developers/docs/references/authentication
dropbox-token | sl. | [\w-]{100,} | dropbox.com/developers/documentation
typeform-token | tfp_ | [\w.-]{40,} | typeform.com/developers
frameio-token | fio-u- | [\w=-]{40,} | developer.frame.io
trello-token | ATTA | [a-f0-9]{60,} | developer.atlassian.com/cloud/trello
facebook-token | EAA | (?=[A-Za-z]*\d)[A-Za-z0-9]{100,} | developers.facebook.com/docs/facebook-login/guides/access-tokens
instagram-token | IGQV IGAA | [\w-]{60,} | developers.facebook.com/docs/instagram-platform
twitter-bearer-token | AAAAAAAAAAAAAAAAAAAA | [A-Za-z0-9]{2,40}%[A-Za-z0-9%]{30,} | docs.x.com/fundamentals/authentication
adobe-secret | p8e- | [A-Za-z0-9_-]{32} | developer.adobe.com/developer-console
mapbox-secret | sk.eyJ | [\w.-]{40,} | docs.mapbox.com/help/glossary/access-token
jwt | eyJ | [\w-]{8,400}\.(?:[\w-]{4,8000})?\.[\w-]*(?:\.[\w-]+\.[\w-]+)? | rfc-editor.org/rfc/rfc7519
`
