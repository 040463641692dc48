import {draw, drawBase64, drawHex, drawPassword, form, type SecretForm} from './secret-form.ts'

const password = (name: string, text: (secret: string) => string): SecretForm => form(name, drawPassword(), text)
const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Secrets in the files that programs keep them in. */
export const FILE_FORMS: readonly SecretForm[] = [
  password('.env', (p) => `NODE_ENV=production\nDB_PASSWORD=${p}\nPORT=8080\n`),
  password('.env, quoted', (p) => `export SMTP_PASSWORD="${p}"\n`),
  password('.env with a short name', (p) => `DB_PASS=${p}\nDB_USER=app\n`),
  form('.env with a key', draw(32), (k) => `ALGOLIA_ADMIN_KEY=${k}\n`),
  password('ini', (p) => `[client]\nuser = root\npassword = ${p}\n`),
  password('ini, quoted', (p) => `[client]\nuser = root\npassword = "${p}"\n`),
  password('YAML', (p) => `database:\n  user: app\n  password: ${p}\n`),
  password('YAML, quoted', (p) => `database:\n  password: '${p}' # rotate\n`),
  password('TOML', (p) => `[database]\npassword = "${p}"\nport = 5432\n`),
  password('JSON', (p) => JSON.stringify({db: {user: 'app', password: p}})),
  password('JSON, short', () => JSON.stringify({password: 'hunter2'})),
  password('XML element', (p) => `<server><id>x</id><username>app</username><password>${p}</password></server>`),
  password('XML attribute', (p) => `<property name="x"/><user name="app" password="${p}"/>`),
  password('XML name and value', (p) => `<property name="javax.persistence.jdbc.password" value="${p}"/>`),
  password('Java properties', (p) => `spring.datasource.username=app\nspring.datasource.password=${p}\n`),
  password('properties with a colon', (p) => `db.user: app\ndb.password: ${p}\n`),
  form(
    '.npmrc token',
    drawHex(8),
    () => `//registry.example.com/:_authToken=${'0f3c9a1e'}-5b7d-4c2e-9a8b-1d2e3f4a5b6c\n`,
  ),
  form('.npmrc _auth', base64(`app:${drawPassword()}`), (a) => `registry=https://registry.example.com/\n_auth=${a}\n`),
  form(
    '.npmrc _password',
    base64(drawPassword()),
    (p) => `//registry.example.com/:_password="${p}"\n//registry.example.com/:username=app\n`,
  ),
  password('.pypirc', (p) => `[pypi]\nusername = app\npassword = ${p}\n`),
  password('.netrc', (p) => `machine api.example.com\n  login app\n  password ${p}\n`),
  password('.netrc on one line', (p) => `machine api.example.com login app password ${p}\n`),
  password('.netrc, default', (p) => `default login anonymous password ${p}\n`),
  password('.pgpass', (p) => `db.example:5432:app:app:${p}\n`),
  password('.pgpass with stars', (p) => `*:*:*:postgres:${p}\n`),
  password('.my.cnf', (p) => `[mysql]\npassword=${p}\n`),
  password('terraform.tfvars', (p) => `region = "eu-west-1"\ndb_password = "${p}"\n`),
  form('terraform access', draw(40), (s) => `access_key = "${'AKIA'}QYLPMN5HHHFPZAM2"\nsecret_key = "${s}"\n`),
  password('docker-compose, map', (p) => `services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: ${p}\n`),
  password('docker-compose, list', (p) => `services:\n  db:\n    environment:\n      - POSTGRES_PASSWORD=${p}\n`),
  password('Dockerfile', (p) => `FROM node:24\nENV DB_PASSWORD ${p}\nARG NPM_TOKEN=x\n`),
  password(
    'Kubernetes env',
    (p) => `env:\n  - name: DB_PASSWORD\n    value: ${p}\n  - name: PORT\n    value: "8080"\n`,
  ),
  password('Kubernetes env, quoted', (p) => `env:\n  - name: DB_PASSWORD\n    value: "${p}"\n`),
  password('Kubernetes env in JSON', (p) => JSON.stringify({env: [{name: 'DB_PASSWORD', value: p}]}, null, 2)),
  password('ECS environment, value first', (p) => JSON.stringify([{value: p, name: 'DB_PASSWORD'}])),
  form(
    'Kubernetes Secret',
    base64(drawPassword()),
    (v) => `apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  pgpass.conf: ${v}\n`,
  ),
  form(
    'Kubernetes Secret, data first',
    base64(drawPassword()),
    (v) => `apiVersion: v1\ndata:\n  conf: ${v}\nkind: Secret\n`,
  ),
  password('Kubernetes Secret, stringData', (p) => `apiVersion: v1\nkind: Secret\nstringData:\n  conf: ${p}\n`),
  form('Kubernetes Secret in JSON', base64(drawPassword()), (v) =>
    JSON.stringify({apiVersion: 'v1', kind: 'Secret', data: {conf: v}}, null, 2),
  ),
  form('docker config', base64(`app:${drawPassword()}`), (a) =>
    JSON.stringify({auths: {'registry.example.com': {auth: a}}}, null, 2),
  ),
  form('docker identity token', draw(60), (t) => JSON.stringify({auths: {'registry.example.com': {identitytoken: t}}})),
  form(
    'kubeconfig key',
    drawBase64(160),
    (k) =>
      `users:\n- name: admin\n  user:\n    client-certificate-data: LS0tLS1CRUdJTiBDRVJU\n    client-key-data: ${k}\n`,
  ),
  form('kubeconfig token', draw(40), (t) => `users:\n- name: admin\n  user:\n    token: ${t}\n`),
  password(
    'Maven settings.xml',
    (p) => `<servers><server><id>x</id>\n<passphrase>${p}</passphrase></server></servers>`,
  ),
  password(
    'NuGet.config',
    (p) =>
      `<packageSourceCredentials><x><add key="Username" value="app" /><add key="ClearTextPassword" value="${p}" /></x></packageSourceCredentials>`,
  ),
  password(
    'web.config',
    (p) => `<add name="db" connectionString="Server=db;Database=app;User Id=sa;Password=${p};" />`,
  ),
  password('wp-config.php', (p) => `define( 'DB_USER', 'app' );\ndefine( 'DB_PASSWORD', '${p}' );\n`),
  form('wp-config.php salt', `${draw(40)}#:&`, (s) => `define('AUTH_KEY',         '${s}');\n`),
  password('database.yml', (p) => `production:\n  adapter: postgresql\n  username: app\n  password: ${p}\n`),
  form('Rails secrets', drawHex(128), (s) => `production:\n  secret_key_base: ${s}\n`),
  form('Rails master key in the environment', drawHex(32), (s) => `RAILS_MASTER_KEY=${s}\n`),
  form('Django', `django-insecure-${draw(30)}#k(x)`, (s) => `SECRET_KEY = '${s}'\n`),
  form('Laravel', `base64:${drawBase64(43)}=`, (s) => `APP_KEY=${s}\n`),
  password('gradle.properties', (p) => `signing.keyId=24875D73\nsigning.password=${p}\n`),
  password('.git-credentials', (p) => `https://app:${p}@git.example.com\n`),
  form('.htpasswd, MD5', draw(22), (h) => `app:$apr1$${draw(8)}$${h}\n`),
  form('.htpasswd, bcrypt', draw(53), (h) => `app:$2y$05$${h}\n`),
  form('/etc/shadow', draw(86), (h) => `app:$6$${draw(16)}$${h}:19000:0:99999:7:::\n`),
  form('/etc/shadow, yescrypt', draw(43), (h) => `app:$y$j9T$${draw(22)}$${h}:19000:0:99999:7:::\n`),
  form(
    'a hash of Argon2',
    draw(43),
    (h) => `INSERT INTO users VALUES ('app','$argon2id$v=19$m=65536,t=3,p=4$${draw(22)}$${h}');\n`,
  ),
  form(
    'AWS credentials',
    drawBase64(40),
    (s) => `[default]\naws_access_key_id = ${'AKIA'}QYLPMN5HHHFPZAM2\naws_secret_access_key = ${s}\n`,
  ),
  form('AWS credentials in JSON', drawBase64(40), (s) =>
    JSON.stringify({AccessKeyId: `${'ASIA'}QYLPMN5HHHFPZAM2`, SecretAccessKey: s}),
  ),
  form('cloud service account', drawHex(40), (id) =>
    JSON.stringify({
      type: 'service_account',
      private_key_id: 'x',
      private_key: `-----BEGIN ${'PRIVATE'} KEY-----\n${id}\n-----END ${'PRIVATE'} KEY-----\n`,
    }),
  ),
  form('application default credentials', `d-${draw(22)}`, (s) =>
    JSON.stringify({client_id: '1.apps.example', client_secret: s, type: 'authorized_user'}),
  ),
  password('Ansible', (p) => `ansible_user: app\nansible_ssh_pass: ${p}\n`),
  password('GitHub Actions', (p) => `env:\n  NPM_PASSWORD: ${p}\n  CI: true\n`),
  password('rclone', (p) => `[remote]\ntype = webdav\nuser = app\npass = ${p}\n`),
  password('s3cfg', (p) => `access_key = x\nsecret_key = ${p}${p}\n`),
  password('hub', (p) => `github.com:\n- user: app\n  oauth_token: ${p}${p}\n`),
  password('wpa_supplicant', (p) => `network={\n  ssid="home"\n  psk="${p}"\n}\n`),
  password(
    'FileZilla',
    (p) => `<Server><Host>ftp.example</Host><User>app</User><Pass encoding="base64">${base64(p)}</Pass></Server>`,
  ),
  password('Redis', (p) => `maxmemory 2gb\nrequirepass ${p}\nmasterauth ${p}\n`),
  password('mosquitto', (p) => `mqtt_username app\nremote_password ${p}\n`),
  password('SQL', (p) => `CREATE USER app WITH PASSWORD '${p}';\n`),
  password('MySQL', (p) => `CREATE USER 'app'@'%' IDENTIFIED BY '${p}';\n`),
  password('PowerShell', (p) => `$secure = ConvertTo-SecureString "${p}" -AsPlainText -Force\n`),
]

/** What a child may print, or an error of it may hold. */
export const OUTPUT_FORMS: readonly SecretForm[] = [
  form('JSON', 'hunter2', (p) => `{"password":"${p}"}`),
  form('an assignment', 'secret123', (p) => `PGPASSWORD=${p}`),
  form('words', 'correcthorse', (p) => `password: ${p}`),
  password('an object of JavaScript', (p) => `{ user: 'app', password: '${p}' }`),
  password('an object of Python', (p) => `{'user': 'app', 'password': '${p}'}`),
  password('a struct of Go', (p) => `&{User:app Password:${p} Port:5432}`),
  password('a record of Java', (p) => `Config[user=app, password=${p}, port=5432]`),
  password('a record of Rust', (p) => `Config { user: "app", password: "${p}", port: 5432 }`),
  password('logfmt', (p) => `level=info msg="connecting" user=app password=${p} host=db`),
  password('a sentence', (p) => `Your password is ${p}`),
  password('a sentence with a colon', (p) => `Generated admin password: ${p}`),
  password('a default', (p) => `The default password is '${p}'.`),
  password('a debug line', (p) => `DEBUG auth: trying with passphrase '${p}'`),
  password('JSON in JSON', (p) => JSON.stringify({body: JSON.stringify({password: p})})),
]
