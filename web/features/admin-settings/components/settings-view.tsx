import { Flex, SimpleGrid } from '@chakra-ui/react'

import type { AdminSettings } from '#services/contract/admin-settings.ts'

import { dayOf } from '../../../lib/day.ts'
import { dollars } from '../../../lib/money.ts'
import { readablePhone } from '../../../lib/phone.ts'
import { useAdminSettingsTexts } from '../../../lib/text/admin-settings.ts'
import { localeOf, useLanguage } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'
import { Said, SettingsCard, Switch } from './settings-card.tsx'
import type { Row } from './settings-card.tsx'

type Props = { settings: AdminSettings }

export function SettingsView({ settings }: Props) {
  return (
    <SimpleGrid columns={{ base: 1, lg: 2 }} gap="4" alignItems="start">
      <Flex direction="column" gap="4" minW="0">
        <Licence settings={settings} />
        <Shop settings={settings} />
        <Payments settings={settings} />
        <Versions settings={settings} />
      </Flex>
      <Flex direction="column" gap="4" minW="0">
        <Messages settings={settings} />
        <Security settings={settings} />
        <Limits settings={settings} />
        <System settings={settings} />
      </Flex>
    </SimpleGrid>
  )
}

function Licence({ settings: { licence } }: Props) {
  const { licence: text } = useAdminSettingsTexts()
  const language = useLanguage()
  if (licence === null) return <SettingsCard title={text.title} note={text.missing} rows={[]} />
  const rows: Row[] = [
    [text.number, <Said key="number" text={licence.number} />],
    [text.authority, <Said key="authority" text={licence.authority} />],
    [text.date, <Said key="date" text={dayOf(licence.date, language)} />],
  ]
  return <SettingsCard title={text.title} rows={rows} />
}

function Shop({ settings: { shop } }: Props) {
  const { shop: text } = useAdminSettingsTexts()
  const language = useLanguage()
  const said = [
    [text.name, shop.name],
    [text.origin, shop.origin],
    [text.address, shop.address[language]],
    [text.hours, shop.hours[language]],
    [text.phone, readablePhone(shop.phone)],
    [text.whatsapp, readablePhone(shop.whatsapp)],
    [text.instagram, shop.instagram],
    [text.facebook, shop.facebook],
    [text.tiktok, shop.tiktok],
  ] as const
  const rows = said.map(([label, value]): Row => [label, <Said key={label} text={value} />])
  return <SettingsCard title={text.title} rows={rows} />
}

function Payments({ settings: { payments } }: Props) {
  const { payments: text } = useAdminSettingsTexts()
  const rows: Row[] = [
    [text.whishpay, <Switch key="whishpay" isOn={payments.whishpay} />],
    [text.montypay, <Switch key="montypay" isOn={payments.montypay} />],
    [text.kind, payments.isSandbox ? text.sandbox : text.real],
  ]
  return <SettingsCard title={text.title} rows={rows} />
}

function Messages({ settings: { messages } }: Props) {
  const { messages: text } = useAdminSettingsTexts()
  const rows: Row[] = [
    [text.sms, text.gateways[messages.sms]],
    [text.whatsapp, <Switch key="whatsapp" isOn={messages.whatsapp} />],
    [text.email, <Switch key="email" isOn={messages.email} />],
  ]
  return <SettingsCard title={text.title} rows={rows} />
}

function Security({ settings: { security } }: Props) {
  const { security: text, yes, no, off } = useAdminSettingsTexts()
  const { approvalAbove } = security
  const rows: Row[] = [
    [text.mode, text.modes[security.mode]],
    [text.https, security.isHttps ? yes : no],
    [text.addresses, security.hasAddressList ? yes : no],
    [text.approval, approvalAbove === null ? off : text.above(dollars(approvalAbove))],
  ]
  return <SettingsCard title={text.title} rows={rows} />
}

function Limits({ settings: { limits } }: Props) {
  const { limits: text } = useAdminSettingsTexts()
  const language = useLanguage()
  const { waitingRoomAt } = limits
  const purchases = text.purchases(waitingRoomAt.toLocaleString('en'))
  const rows: Row[] = [
    [text.mode, text.modes[limits.mode]],
    [text.hold, spanOf(limits.holdSeconds, language)],
    [text.manualHold, spanOf(limits.manualHoldSeconds, language)],
    [text.settlement, spanOf(limits.settlementSeconds, language)],
    [text.waitingRoom, waitingRoomAt === 0 ? text.never : purchases],
    [text.retention, amountOf(limits.retentionYears, 'year', language)],
  ]
  return <SettingsCard title={text.title} rows={rows} />
}

function System({ settings: { system, mode } }: Props) {
  const { system: text } = useAdminSettingsTexts()
  const { quorum, witnesses } = system
  const rows: Row[] = [
    [text.mode, text.modes[mode]],
    [text.processes, <Said key="processes" text={system.processes} />],
    [text.database, text.databases[system.database]],
    [text.pictures, text.places[system.pictures]],
    [text.beacon, text.beacons[system.beacon]],
    [text.witnesses, witnesses === 0 ? <Said text={null} /> : text.quorum(quorum, witnesses)],
  ]
  return <SettingsCard title={text.title} rows={rows} />
}

function Versions({ settings: { versions } }: Props) {
  const { versions: text } = useAdminSettingsTexts()
  const parts = ['service', 'node', 'postgresql', 'schema'] as const
  const rows = parts.map((part): Row => [text[part], <Said key={part} text={versions[part]} />])
  return <SettingsCard title={text.title} rows={rows} />
}

/** The largest unit that needs no fraction: `72 hours`, `30 minutes`. */
function spanOf(seconds: number, language: Language): string {
  if (seconds % 3_600 === 0) return amountOf(seconds / 3_600, 'hour', language)
  if (seconds % 60 === 0) return amountOf(seconds / 60, 'minute', language)
  return amountOf(seconds, 'second', language)
}

const amountOf = (n: number, unit: string, language: Language): string =>
  new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'long' })
    .format(n)
    .replace(' ', '\u00a0') // a number stays on the line of its word
