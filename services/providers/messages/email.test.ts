import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { SandboxHarness } from '../../testing/sandbox.ts'
import { openSandboxHarness } from '../../testing/sandbox.ts'
import { messageContract } from './contract-suite.ts'
import { emailGateway, plainAddress, reasonOf } from './email.ts'
import type { EmailSettings } from './email.ts'
import type { Letter, Message } from './port.ts'

const settingsAt = (port: number | null, change: Partial<EmailSettings> = {}): EmailSettings => ({
  server: { host: '127.0.0.1', port: port ?? 9, isSecure: false, requiresTls: false, login: null },
  from: { name: 'Qura', address: 'receipts@qura.example' },
  shopName: 'Qura',
  ...change,
})

messageContract('e-mail', {
  gateway: ({ sandbox }, totalTimeoutMs = 10_000) =>
    emailGateway(settingsAt(sandbox.mailPort, { totalTimeoutMs })),
  people: {
    to: 'maya.70123456@mail.example',
    bad_number: 'unknown@mail.example',
    blocked: 'blocked@mail.example',
    limit: 'busy@mail.example',
  },
})

describe('an e-mail', () => {
  let harness: SandboxHarness
  beforeAll(async () => {
    harness = await openSandboxHarness()
  })
  beforeEach(() => fetch(`${harness.sandbox.url}/messages`, { method: 'DELETE' }))
  afterAll(() => harness.stop())

  const inbox = async () => {
    const answer = await fetch(`${harness.sandbox.url}/messages`)
    return ((await answer.json()) as { messages: Record<string, unknown>[] }).messages
  }
  const send = (parts: Partial<Message>, change: Partial<EmailSettings> = {}) =>
    emailGateway(settingsAt(harness.sandbox.mailPort, change)).send({ ...message(), ...parts })

  it('has a subject, a text and the same in HTML, in Arabic from right to left', async () => {
    await send({ letter: arabic, text: 'شكرًا لك', language: 'ar' })
    expect(await inbox()).toMatchObject([
      { to, subject: 'تم دفع الطلب QR-7K3M9P: تذاكرك', text: 'شكرًا لك' },
    ])
    const page = await (await fetch(`${harness.sandbox.url}/`)).text()
    const [link = ''] = /http:[^"]*\/mails\/[\w-]+/.exec(page) ?? []
    const shown = await fetch(link)
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await shown.text()
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('من 000001 إلى 000006')
    expect(html).toContain('&#60;b&#62;A &#38; B&#60;/b&#62;')
    expect(html).not.toMatch(/<b>|<img|<script|src=/)
  })

  it('lets no name begin a header, and no address name a second reader', async () => {
    const evil = 'Raffle\r\nBcc: thief@mail.example\r\n\r\nHello'
    const heads: string[] = []
    const server = listener(heads)
    const port = await server.open()
    const from = { name: evil, address: 'receipts@qura.example' }
    const gateway = emailGateway(settingsAt(port, { from }))
    await gateway.send({ ...message(), letter: { ...arabic, subject: evil, title: evil } })
    await server.close()
    const [head = ''] = heads.join('').split('\r\n\r\n')
    expect(head).toMatch(/^Subject: Raffle Bcc: thief@mail\.example Hello$/m)
    expect(head.match(/^(to|cc|bcc):.*$/gim)).toEqual([`To: ${to}`])
    expect(head).toMatch(/^Auto-Submitted: auto-generated$/m)
    for (const address of [
      `${to}\r\nRCPT TO:<b@c.example>`,
      `${to}, b@c.example`,
      '"a b"@c.example',
    ])
      expect(await send({ to: address })).toEqual({ kind: 'rejected', reason: 'bad_number' })
  })

  it('has the same Message-ID whenever the same is sent', async () => {
    const heads: string[] = []
    const server = listener(heads)
    const gateway = emailGateway(settingsAt(await server.open()))
    const same = message()
    const sent = await gateway.send(same)
    expect(await gateway.send(same)).toEqual(sent)
    await server.close()
    const ids = heads.map(
      (head) => /^Message-ID: (<[0-9a-f]{40}@qura\.example>)\r$/im.exec(head)?.[1],
    )
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toContain(String(sent.kind === 'queued' && sent.gatewayId).replace('email:', ''))
  })

  it('says nothing to a server without TLS where TLS is required', async () => {
    const { server } = settingsAt(harness.sandbox.mailPort)
    const login = { user: 'shop', password: 'k3Zq9wX4vB6n' }
    const sent = await send({}, { server: { ...server, requiresTls: true, login } })
    expect(sent).toEqual({ kind: 'rejected', reason: 'config' })
    expect(await inbox()).toEqual([])
  })

  it.each([true, false])(
    'trusts no certificate it cannot check (TLS at once: %s)',
    async (isSecure) => {
      const heard: string[] = []
      const server = new SMTPServer({
        secure: isSecure,
        authOptional: true,
        disableReverseLookup: true,
        onAuth(_login, _session, done) {
          heard.push('login')
          done(null, { user: 'shop' })
        },
        onRcptTo({ address }, _session, done) {
          heard.push(address)
          done()
        },
      })
      server.on('error', () => {})
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
      const { port } = server.server.address() as AddressInfo
      const login = { user: 'shop', password: 'k3Zq9wX4vB6n' }
      const gateway = emailGateway(
        settingsAt(port, {
          server: { host: '127.0.0.1', port, isSecure, requiresTls: true, login },
        }),
      )
      const failed = { name: 'ProviderOutage', outcome: 'not_sent' }
      await expect(gateway.send(message())).rejects.toMatchObject(failed)
      expect(heard).toEqual([])
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  )

  it('knows that nothing was sent where nobody listens', async () => {
    const closed = emailGateway(settingsAt(9, { totalTimeoutMs: 2_000 }))
    const failed = { name: 'ProviderOutage', outcome: 'not_sent' }
    await expect(closed.send(message())).rejects.toMatchObject(failed)
  })
})

it.each([
  ['RCPT TO', 550, '5.1.1', 'bad_number'],
  ['RCPT TO', 550, '5.7.1', 'blocked'],
  ['RCPT TO', 553, null, 'bad_number'],
  ['RCPT TO', 452, '4.2.2', 'temporary'],
  ['DATA', 554, '5.6.0', 'blocked'],
  ['MAIL FROM', 550, '5.7.1', 'config'],
  ['AUTH PLAIN', 535, '5.7.8', 'config'],
  ['RCPT TO', 530, '5.7.0', 'config'],
  ['CONN', 421, '4.7.0', 'temporary'],
] as const)('%s answered with %i %s is: %s', (command, code, enhanced, reason) =>
  expect(reasonOf({ command, code, enhanced })).toBe(reason),
)

it.each([
  ['maya@mail.example', 'maya@mail.example'],
  ["o'neil+shop@mail.example", "o'neil+shop@mail.example"],
  ['maya@بريد.example', 'maya@xn--mgbe4eg.example'],
  ['maya', null],
  ['@mail.example', null],
  ['maya@mail', null],
  ['maya@-mail.example', null],
  ['ما@mail.example', null],
])('writes to %s as %s', (given, address) => {
  if (address?.includes('xn--'))
    expect(plainAddress(given)).toMatch(/^maya@xn--[a-z0-9-]+\.example$/)
  else expect(plainAddress(given)).toBe(address)
})

const to = 'maya@mail.example'

const message = (): Message => ({
  to,
  text: 'Hello',
  ref: randomUUID(),
  purpose: 'receipt',
})

const arabic: Letter = {
  subject: 'تم دفع الطلب QR-7K3M9P: تذاكرك',
  title: 'شكرًا لك! تم دفع الطلب QR-7K3M9P.',
  lines: ['هذا إيصالك.'],
  tables: [
    { title: 'تذاكرك', rows: [{ name: '<b>A & B</b>', value: 'من 000001 إلى 000006' }] },
    { title: 'طلبك', rows: [{ name: 'المدفوع', value: '20.00$', isTotal: true }] },
  ],
  link: { label: 'فتح الطلب', url: 'https://shop.example/order/1?link=a&b' },
  foot: 'الردود على هذه الرسالة لا تُقرأ.',
}

/** Takes every message and keeps what came after DATA, as it came. */
function listener(heads: string[]) {
  const server = createServer((socket) => {
    let data: string | null = null
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', (chunk: string) => {
      if (data !== null) {
        data += chunk
        if (!data.endsWith('\r\n.\r\n')) return
        heads.push(data)
        data = null
        return void socket.write('250 2.0.0 taken\r\n')
      }
      const command = chunk.slice(0, 4).toUpperCase()
      if (command === 'DATA') data = ''
      socket.write(
        command === 'DATA' ? '354 go on\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n',
      )
    })
    socket.write('220 listener\r\n')
  })
  return {
    open: () =>
      new Promise<number>((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
