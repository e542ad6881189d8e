// A mail server into the same inbox: real SMTP on a listener of its own, without TLS and without
// accounts, because nobody but this machine reaches it. Some addresses are magic, as some numbers
// are; the switches for messages hold here too.
import { randomUUID } from 'node:crypto'

import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream } from 'smtp-server'

import type { Inbox } from './inbox.ts'
import { readMailParts } from './mail-parts.ts'
import type { SwitchBoard } from './switches.ts'

export type MailNeeds = {
  inbox: Inbox
  switches: SwitchBoard
  pause: (ms: number) => Promise<void>
}

export type SandboxMail = {
  port: number
  stop: () => Promise<void>
}

const MESSAGE_BYTES_MAX = 256 * 1024
/** Who still waits for an answer when the sandbox stops. */
const CLOSE_MS = 50

/** `unknown@…`: what a server answers for it, in its own words. */
const magicNames: ReadonlyMap<string, readonly [number, string]> = new Map([
  ['unknown', [550, '5.1.1 There is no such mailbox']],
  ['blocked', [550, '5.7.1 This mailbox takes nothing from you']],
  ['full', [452, '4.2.2 This mailbox is full']],
  ['busy', [450, '4.7.28 Too many messages for this mailbox']],
])

export async function startMailServer(
  { port, host }: { port: number; host: string },
  needs: MailNeeds,
): Promise<SandboxMail> {
  const server = new SMTPServer({
    name: 'sandbox',
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: MESSAGE_BYTES_MAX,
    closeTimeout: CLOSE_MS,
    onConnect: (_session, done) =>
      done(needs.switches.now().messages.isDown ? refusal(421, '4.3.2 The server is down') : null),
    onRcptTo({ address }, _session, done) {
      const magic = magicNames.get(address.split('@')[0]?.split('+')[0] ?? '')
      done(magic === undefined ? null : refusal(...magic))
    },
    onData(stream, session, done) {
      const [to] = session.envelope.rcptTo
      void take(needs, stream, to?.address ?? '').then(
        (isAnswered) => isAnswered && done(null),
        (error: Error) => done(refusal(451, error.message)),
      )
    },
  })
  // A client that goes away in the middle of a sentence is no failure of ours.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  const address = server.server.address()
  if (address === null || typeof address === 'string')
    throw new Error('the mail server has no port')
  return {
    port: address.port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

/** False: the client never hears what became of its message. */
async function take(
  { inbox, switches, pause }: MailNeeds,
  stream: SMTPServerDataStream,
  to: string,
): Promise<boolean> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  if (stream.sizeExceeded) throw new Error('4.3.4 The message is too long')
  const { slowMs, isWorkDone } = switches.now().messages
  if (slowMs > 0) await pause(slowMs)
  const isSilent = switches.nextFailure('messages') !== null
  if (!isSilent || isWorkDone) {
    const { subject, text, html } = readMailParts(Buffer.concat(chunks))
    const email = { subject, html }
    inbox.add({ id: randomUUID(), to, text: text.trimEnd(), ref: null, purpose: null, email })
  }
  return !isSilent
}
