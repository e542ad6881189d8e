// From the settings of the service to what staff may know of them: named one by one, so that what
// is added to the settings is not shown before somebody has thought about it.
import { decimalOf } from '#events/kernel/money.ts'

import type { Config } from '../config.ts'
import type { AdminSettings, smsGateways } from '../contract/admin-settings.ts'

export type Versions = AdminSettings['versions']

export function settingsWire(config: Config, versions: Versions): AdminSettings {
  return {
    mode: config.mode,
    licence: licenceOf(config),
    shop: shopOf(config),
    limits: {
      mode: config.limits,
      waitingRoomAt: config.waitingRoomAt,
      holdSeconds: config.holdSeconds,
      manualHoldSeconds: config.manualHoldSeconds,
      settlementSeconds: config.settlementSeconds,
      retentionYears: config.retentionYears,
    },
    security: securityOf(config),
    messages: {
      sms: gatewayOf(config),
      whatsapp: config.messages.whatsapp !== null,
      email: config.mail !== null,
    },
    payments: {
      whishpay: config.whish !== null,
      montypay: config.montypay !== null,
      isSandbox: config.sandbox !== null,
    },
    system: systemOf(config),
    versions,
  }
}

function licenceOf({ licence }: Config): AdminSettings['licence'] {
  if (licence === null) return null
  const { number, authority, date } = licence
  return { number, authority, date }
}

function shopOf({ contact, http }: Config): AdminSettings['shop'] {
  const { shopName, address, hours, phone, whatsapp, translated } = contact
  const { instagram, facebook, tiktok } = contact
  return {
    name: shopName,
    origin: http.publicOrigin,
    address: { en: address, ar: translated.ar.address, fr: translated.fr.address },
    hours: { en: hours, ar: translated.ar.hours, fr: translated.fr.hours },
    phone,
    whatsapp,
    instagram,
    facebook,
    tiktok,
  }
}

function securityOf({ admin, http }: Config): AdminSettings['security'] {
  const isStrict = admin.security === 'strict'
  return {
    mode: admin.security,
    isHttps: http.isHttps,
    hasAddressList: admin.addresses !== null,
    approvalAbove: isStrict ? decimalOf(admin.approvalAboveCents) : null,
  }
}

function gatewayOf({ messages, sandbox }: Config): (typeof smsGateways)[number] {
  if (messages.twilio !== null) return 'twilio'
  if (messages.infobip !== null) return 'infobip'
  return sandbox !== null && messages.url.startsWith(sandbox.origin) ? 'sandbox' : 'generic'
}

const systemOf = ({
  processes,
  database,
  bucket,
  beacon,
  witnesses,
}: Config): AdminSettings['system'] => ({
  processes,
  database: database.url === null ? 'own' : 'server',
  pictures: bucket === null ? 'folder' : 'bucket',
  beacon: beacon.kind,
  witnesses: witnesses.list.length,
  quorum: witnesses.quorum,
})
