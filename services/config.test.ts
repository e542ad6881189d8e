import { describe, expect, it } from 'vitest'

import { ConfigRefused, readConfig } from './config.ts'
import type { Env } from './config.ts'
import { productionSettings as production } from './testing/production-settings.ts'

describe('the demo', () => {
  it('needs no setting at all', () => {
    const config = readConfig({})
    expect(config.mode).toBe('demo')
    expect(config.http.publicOrigin).toBe('http://127.0.0.1:3000')
    expect(config.sandbox).toMatchObject({ port: 3001, origin: 'http://127.0.0.1:3001' })
    expect(config.whish?.baseUrl).toBe('http://127.0.0.1:3001/whish/itel-service/api')
    expect(config.montypay?.merchantKey).toBe('sandbox-merchant')
    expect(config.beacon.kind).toBe('sandbox')
  })

  it('says where the shop is in each language, in English where nobody has translated it', () => {
    expect(readConfig({}).contact.translated.fr.address).toContain('Beyrouth')
    const { translated } = readConfig({
      SHOP_ADDRESS: 'Hamra 12',
      SHOP_ADDRESS_AR: 'الحمرا 12',
    }).contact
    expect([translated.ar.address, translated.fr.address]).toEqual(['الحمرا 12', 'Hamra 12'])
  })

  it('ends at once; with several processes and in production balancers have time to see it', () => {
    const settings = [{}, { PROCESSES: '2' }, production, { ...production, DRAIN_SECONDS: '0' }]
    const drains = settings.map((env) => readConfig(env).drainMs)
    expect(drains).toEqual([0, 5_000, 5_000, 0])
  })

  it('moves the sandbox with the port', () => {
    const config = readConfig({ PORT: '4000' })
    expect(config.messages.url).toBe('http://127.0.0.1:4001/sms')
  })

  it('names every wrong setting at once', () => {
    expect(gapsOf({ PORT: 'x', HOLD_SECONDS: '1.5', LIMITS: 'none', SMS_HEADERS: '[]' })).toEqual([
      'PORT must be a whole number from 0 to 65535',
      'LIMITS must be one of strict, relaxed',
      'HOLD_SECONDS must be a whole number from 5 to 86400',
      'SMS_HEADERS must be a JSON object of texts',
    ])
  })
})

describe('pictures', () => {
  const bucket = { S3_BUCKET: 'qura-pictures', S3_ENDPOINT: 'https://s3.example/' }

  it('lie in a folder until a bucket is named', () => {
    expect(readConfig({}).bucket).toBeNull()
    const given = { ...bucket, S3_ACCESS_KEY_ID: 'AK', S3_SECRET_ACCESS_KEY: 'SK' }
    expect(readConfig(given).bucket).toEqual({
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      bucket: 'qura-pictures',
      accessKeyId: 'AK',
      secretAccessKey: 'SK',
    })
  })

  it('are refused a bucket without its keys, or with a name that is none', () =>
    expect(gapsOf({ ...bucket, S3_BUCKET: '../x' })).toEqual([
      'S3_BUCKET must be the name of a bucket',
      'S3_ACCESS_KEY_ID is not set',
      'S3_SECRET_ACCESS_KEY is not set',
    ]))
})

describe('the licence', () => {
  it('has an authority and a day of the calendar beside its number', () => {
    const licence = { LICENCE_NUMBER: '17/2026', LICENCE_AUTHORITY: 'Ministry of Finance' }
    const given = readConfig({ ...licence, LICENCE_DATE: '2026-01-31' }).licence
    expect(given).toEqual({
      number: '17/2026',
      authority: 'Ministry of Finance',
      date: '2026-01-31',
    })
    expect(gapsOf({ ...licence, LICENCE_DATE: '31.1.2026' })).toEqual([
      'LICENCE_DATE must be a day like 2026-01-31',
    ])
  })
})

describe('the archive of the log', () => {
  it('is for our own PostgreSQL, and lies apart from it', () => {
    expect(readConfig({}).archiveFolder).toBeNull()
    expect(readConfig({ WAL_ARCHIVE_DIR: '/mnt/archive' }).archiveFolder).toBe('/mnt/archive')
    expect(
      gapsOf({ DATABASE_URL: 'postgres://db.invalid/qura', WAL_ARCHIVE_DIR: '.data/archive' }),
    ).toEqual([
      'WAL_ARCHIVE_DIR is for our own PostgreSQL: the server of DATABASE_URL has an ' +
        'archive_command of its own',
      'WAL_ARCHIVE_DIR lies inside DATA_DIR: who loses the one loses the other',
    ])
  })
})

describe('traces', () => {
  it('are taken where a collector is named, of all requests or of a part of them', () => {
    expect(readConfig({}).tracing).toBeNull()
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }).tracing).toBeNull()
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
    expect(readConfig(collector).tracing).toEqual({ endpoint: 'http://collector:4318', ratio: 1 })
    const some = readConfig({ ...production, ...collector, OTEL_TRACES_SAMPLER_ARG: '0.05' })
    expect(some.tracing?.ratio).toBe(0.05)
  })

  it('are refused with a collector that is no address and a part that is none', () => {
    expect(
      gapsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318', OTEL_TRACES_SAMPLER_ARG: '5%' }),
    ).toEqual([
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address',
    ])
  })
})

describe('the host of staff', () => {
  it('is the shop’s own unless it has another name', () => {
    expect(readConfig({}).admin.origin).toBe('http://127.0.0.1:3000')
    const demo = readConfig({ ADMIN_ORIGIN: 'http://localhost:3000/' })
    expect(demo.admin.origin).toBe('http://localhost:3000')
    const { admin, http } = readConfig({ ...production, ADMIN_ORIGIN: 'https://desk.shop.lb' })
    expect([admin.origin, http.publicOrigin]).toEqual(['https://desk.shop.lb', 'https://shop.lb'])
  })

  it.each<[string, string, RegExp]>([
    ['the shop itself', 'https://shop.lb', /^ADMIN_ORIGIN names the host of PUBLIC_ORIGIN/],
    ['its other port', 'https://shop.lb:8443', /^ADMIN_ORIGIN names the host of PUBLIC_ORIGIN/],
    ['plain http', 'http://desk.shop.lb', /^ADMIN_ORIGIN must be https/],
    ['a page', 'https://desk.shop.lb/admin', /^ADMIN_ORIGIN must be an origin without a path/],
    ['no address', 'desk.shop.lb', /^ADMIN_ORIGIN must be an http or https address/],
  ])('is refused: %s', (_what, ADMIN_ORIGIN, named) => {
    const gaps = gapsOf({ ...production, ADMIN_ORIGIN })
    expect(gaps).toHaveLength(1)
    expect(gaps[0]).toMatch(named)
  })

  it('speaks as the shop does in the demo, too', () =>
    expect(gapsOf({ ADMIN_ORIGIN: 'https://desk.localhost' })).toEqual([
      expect.stringMatching(/^ADMIN_ORIGIN must be https, in the demo like PUBLIC_ORIGIN/),
    ]))
})

describe('production', () => {
  it('starts with everything that it needs', () => {
    const config = readConfig(production)
    expect(config.mode).toBe('production')
    expect(config.sandbox).toBeNull()
    expect(config.admin.security).toBe('strict')
    expect(config.beacon.kind).toBe('quicknet')
  })

  it.each<[string, Env, RegExp]>([
    ['no database', { DATABASE_URL: undefined }, /^DATABASE_URL is not set/],
    ['no secret', { APP_SECRET: '' }, /^APP_SECRET is not set/],
    ['a short secret', { APP_SECRET: 'x9f3Kq' }, /^APP_SECRET is short/],
    ['a sample secret', { APP_SECRET: `change-me-${'k3Zq9'.repeat(8)}` }, /^APP_SECRET is short/],
    ['the demo beside it', { DEMO: '1' }, /^DEMO is on/],
    ['a sandbox', { SANDBOX_PORT: '3001' }, /^SANDBOX_PORT is set/],
    ['plain http', { PUBLIC_ORIGIN: 'http://shop.lb' }, /^PUBLIC_ORIGIN must be the https/],
    ['basic admin security', { ADMIN_SECURITY: 'basic' }, /^ADMIN_SECURITY=basic/],
    ['relaxed limits', { LIMITS: 'relaxed' }, /^LIMITS=relaxed/],
    ['no address of the shop', { SHOP_ADDRESS: '' }, /^SHOP_ADDRESS is not set/],
    ['no phone of the shop', { SHOP_PHONE: undefined }, /^SHOP_PHONE is not set/],
    ['no WhatsApp', { SHOP_WHATSAPP: '' }, /^SHOP_WHATSAPP is not set/],
    ['no message gateway', { SMS_URL: undefined }, /^SMS_URL is not set/],
    ['a sandbox as gateway', { SMS_URL: 'http://127.0.0.1:3001/sms' }, /^SMS_URL is not a real/],
    ['nobody to pay', { WHISH_BASE_URL: undefined }, /^WHISH_BASE_URL or MONTYPAY_BASE_URL/],
    ['two gateways', { ...infobip }, /^INFOBIP_BASE_URL and SMS_URL are set: choose one/],
    ['no key of Infobip', { ...infobip, SMS_URL: '', INFOBIP_API_KEY: '' }, /^INFOBIP_API_KEY is/],
    [
      'a sandbox as Infobip',
      { ...infobip, SMS_URL: '', INFOBIP_BASE_URL: 'http://127.0.0.1:3001/infobip' },
      /^INFOBIP_BASE_URL is not a real/,
    ],
    ["Twilio's secret of the sandbox", { ...twilio, SMS_URL: '' }, /^TWILIO_SECRET is the sandbox/],
    ['no secret of the app', { ...whatsapp, WHATSAPP_APP_SECRET: '' }, /^WHATSAPP_APP_SECRET is n/],
    ['a short token', { ...whatsapp, WHATSAPP_VERIFY_TOKEN: 'abc' }, /^WHATSAPP_VERIFY_TOKEN is s/],
    ["WhatsApp's sandbox", { ...whatsapp, WHATSAPP_TOKEN: 'sandbox-x' }, /^WHATSAPP_TOKEN is the/],
    ["the sandbox's secret", { WHISH_SECRET: 'sandbox-whish-secret' }, /^WHISH_SECRET is the/],
    ['no place for the signer', { SIGNER_DIR: undefined }, /^SIGNER_DIR is not set/],
    ['a signer beside the data', { SIGNER_DIR: '/var/qura/signer' }, /^SIGNER_DIR lies inside/],
    ['a PostgreSQL elsewhere in the clear', { DATABASE_URL: elsewhere }, /^DATABASE_URL names a P/],
    ['the owner there in the clear', { DATABASE_OWNER_URL: elsewhere }, /^DATABASE_OWNER_URL name/],
    ['what is no address', { DATABASE_URL: 'db.internal/qura' }, /^DATABASE_URL must be like/],
    ['no look at certificates', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /^NODE_TLS_REJECT_UNAUTH/],
    ['a short first password', { ADMIN_PASSWORD: 'short' }, /^ADMIN_PASSWORD must have/],
  ])('refuses %s', (_what, change, named) => {
    const gaps = gapsOf({ ...production, ...change })
    expect(gaps).toHaveLength(1)
    expect(gaps[0]).toMatch(named)
  })
})

describe('a PostgreSQL of production', () => {
  const gapsOn = (DATABASE_URL: string, env: Env = {}) =>
    gapsOf({ ...production, ...env, DATABASE_URL })

  it.each([
    'postgres://qura_app@localhost/qura',
    'postgres://qura_app@127.0.0.1:5433/qura',
    'postgres://qura_app@[::1]/qura',
    'postgres://qura_app@%2Fvar%2Frun%2Fpostgresql/qura',
    'postgres://qura_app@db.internal/qura?host=/var/run/postgresql',
    'postgres:///qura',
    'postgres://qura_app@db.internal/qura?sslmode=verify-full',
    'postgres://qura_app@10.0.0.7/qura?sslrootcert=/etc/qura/ca.pem&sslmode=verify-full',
  ])('is on this machine, or known by its certificate: %s', (url) =>
    expect(gapsOn(url)).toEqual([]),
  )

  it.each([
    'postgres://qura_app@db.internal/qura?sslmode=require',
    'postgres://qura_app@db.internal/qura?sslmode=no-verify',
    'postgres://qura_app@db.internal/qura?sslmode=verify-full&sslmode=disable',
    'postgres://qura_app@localhost/qura?host=db.internal',
    'postgres://qura_app@localhost.internal/qura',
    'postgres://qura_app@127.0.0.1.internal/qura',
    'postgres://qura_app@db.internal/qura#?sslmode=verify-full',
  ])('is refused elsewhere, whatever the address seems to say: %s', (url) => {
    expect(gapsOn(url)).toEqual([expect.stringContaining('add sslmode=verify-full')])
    expect(gapsOn(url, { DATABASE_TLS: 'off' })).toEqual([])
  })

  it('is where PGHOST says when its address names no host', () => {
    expect(gapsOn('postgres:///qura', { PGHOST: 'db.internal' })).toHaveLength(1)
    expect(gapsOn('postgres:///qura', { PGHOST: '/var/run/postgresql' })).toEqual([])
  })

  it('has a password that no gap repeats', () => {
    const gaps = gapsOn('postgres://qura_app:k3Zq9wX4@db.internal/qura')
    expect(gaps).toHaveLength(1)
    expect(gaps[0]).not.toContain('k3Zq9')
    expect(gapsOn('postgres://qura_app:k3Zq9#wX4@localhost/qura').join()).not.toContain('k3Zq9')
  })

  it('is asked in production alone', () => expect(gapsOf({ DATABASE_URL: elsewhere })).toEqual([]))
})

describe('messages', () => {
  it('go through one gateway, and over WhatsApp first where it is set', () => {
    const { messages } = readConfig({ ...production, ...infobip, ...whatsapp, SMS_URL: undefined })
    expect(messages.infobip).toEqual({ baseUrl: 'https://x.api.infobip.com', apiKey: 'k3y' })
    expect(messages.whatsapp).toMatchObject({
      baseUrl: 'https://graph.facebook.com/v23.0',
      codeTemplate: 'login_code',
    })
  })

  it('go by e-mail too, where a mail server is named; the demo has its own', () => {
    expect(readConfig(production).mail).toBeNull()
    expect(readConfig({}).mail).toMatchObject({
      server: { host: '127.0.0.1', port: 3003, requiresTls: false, login: null },
      from: { name: 'Qura', address: 'receipts@qura.example' },
    })
    expect(readConfig({ SANDBOX_PORT: '4001' }).mail).toBeNull()
    const mail = (MAIL_URL: string, MAIL_FROM = 'Cedar <post@shop.lb>') =>
      readConfig({ ...production, MAIL_URL, MAIL_FROM }).mail
    expect(mail('smtps://shop%40x:p%2Fw@mail.shop.lb')).toEqual({
      server: {
        host: 'mail.shop.lb',
        port: 465,
        isSecure: true,
        requiresTls: true,
        login: { user: 'shop@x', password: 'p/w' },
      },
      from: { name: 'Cedar', address: 'post@shop.lb' },
    })
    expect(mail('smtp://mail.shop.lb:2525', 'post@shop.lb')).toMatchObject({
      server: { port: 2525, isSecure: false, requiresTls: true, login: null },
      from: { name: 'Qura' },
    })
  })

  it.each<[string, Env, RegExp]>([
    ['nobody who writes', { MAIL_URL: 'smtp://mail.shop.lb' }, /^MAIL_FROM is not set/],
    ['nowhere to write to', { MAIL_FROM: 'post@shop.lb' }, /^MAIL_FROM is set and MAIL_URL is not/],
    ['a sample', { ...mailServer, MAIL_FROM: 'post@shop.example' }, /^MAIL_FROM is a sample/],
    ['no address', { ...mailServer, MAIL_FROM: 'a@b.lb\r\nBcc: c@d.lb' }, /^MAIL_FROM must be an/],
    [
      'another scheme',
      { ...mailServer, MAIL_URL: 'https://mail.shop.lb' },
      /^MAIL_URL must be like/,
    ],
    [
      'options of the library',
      { ...mailServer, MAIL_URL: 'smtp://m.lb/?tls=0' },
      /^MAIL_URL must be/,
    ],
    [
      'a user alone',
      { ...mailServer, MAIL_URL: 'smtp://shop@m.lb' },
      /^MAIL_URL must hold user and/,
    ],
  ])('are refused an e-mail setting: %s', (_what, change, named) => {
    const gaps = gapsOf({ ...production, ...change })
    expect(gaps).toHaveLength(1)
    expect(gaps[0]).toMatch(named)
    expect(gaps[0]).not.toContain('k3Zq9')
  })

  it('are reported by Twilio with the account’s own token only', () => {
    const account = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_SECRET: 't0ken', SMS_URL: undefined }
    const authTokenOf = (env: Env) =>
      readConfig({ ...production, ...account, ...env }).messages.twilio?.authToken
    expect(authTokenOf({})).toBe('t0ken')
    expect(authTokenOf({ TWILIO_API_KEY: 'SK1' })).toBeNull()
    expect(authTokenOf({ TWILIO_API_KEY: 'SK1', TWILIO_AUTH_TOKEN: 'own' })).toBe('own')
  })
})

function gapsOf(env: Env): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigRefused) return error.gaps
    throw error
  }
  return []
}

const elsewhere = 'postgres://qura_app@db.internal/qura'
const mailServer: Env = {
  MAIL_URL: 'smtps://shop:k3Zq9wX4@mail.shop.lb',
  MAIL_FROM: 'post@shop.lb',
}
const infobip: Env = { INFOBIP_BASE_URL: 'https://x.api.infobip.com', INFOBIP_API_KEY: 'k3y' }
const twilio: Env = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_SECRET: 'sandbox-twilio-token' }
const whatsapp: Env = {
  WHATSAPP_PHONE_NUMBER_ID: '100000000000001',
  WHATSAPP_TOKEN: 't0ken',
  WHATSAPP_APP_SECRET: 's3cret',
  WHATSAPP_VERIFY_TOKEN: 'k3Zq9k3Zq9k3Zq9k3Zq9',
}
