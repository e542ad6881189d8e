import { expect, it } from 'vitest'

import { readConfig } from '../config.ts'
import { adminSettings } from '../contract/admin-settings.ts'
import { settingsWire } from './settings-view.ts'

const versions = { service: '1', node: '24', postgresql: '18', schema: '0001' }

const secrets = {
  APP_SECRET: 'Zk3tq9Vd0xLr7mWc2bYhN5sPfJ8aGuE1oTiXvR4Q6Dw=',
  ADMIN_PASSWORD: 'secret-password-of-the-owner',
  WHISH_SECRET: 'secret-of-whish',
  MONTYPAY_PASSWORD: 'secret-of-montypay',
  MONTYPAY_MERCHANT_KEY: 'secret-merchant',
  TWILIO_ACCOUNT_SID: 'secret-account',
  TWILIO_SECRET: 'secret-of-twilio',
  WHATSAPP_PHONE_NUMBER_ID: '998877665544',
  WHATSAPP_TOKEN: 'secret-token',
  WHATSAPP_APP_SECRET: 'secret-of-whatsapp',
  WHATSAPP_VERIFY_TOKEN: 'secret-verify-token',
  DATABASE_URL: 'postgres://qura:secret-of-the-database@db.invalid/qura',
  MAIL_FROM: 'receipts@shop.invalid',
  MAIL_URL: 'smtps://user:secret-of-mail@mail.invalid',
  ADMIN_ADDRESSES: '203.0.113.7',
}

it('tells what is set and nothing that opens anything', () => {
  const settings = settingsWire(readConfig(secrets), versions)
  const told = JSON.stringify(adminSettings.parse(settings))
  for (const value of Object.values(secrets)) expect(told).not.toContain(value)
  expect(told).not.toContain('secret')
  expect(told).not.toContain('db.invalid')
  expect(settings).toMatchObject({
    messages: { sms: 'twilio', whatsapp: true },
    security: { mode: 'basic', hasAddressList: true, approvalAbove: null },
    system: { database: 'server' },
  })
})

it('tells what a shop is that nobody has set up', () =>
  expect(settingsWire(readConfig({}), versions)).toMatchObject({
    mode: 'demo',
    licence: { number: 'SAMPLE-0000/2026', authority: 'Sample authority', date: '2026-01-01' },
    messages: { sms: 'sandbox', whatsapp: false },
    payments: { whishpay: true, montypay: true, isSandbox: true },
    limits: { holdSeconds: 1_800, retentionYears: 10 },
  }))
