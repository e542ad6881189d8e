// Messages as phones and mail programs would show them, newest first, the oldest forgotten beyond
// the limit.
export type InboxMessage = {
  id: string
  /** A phone, or the address of an e-mail. */
  to: string
  text: string
  /** Null: a text. */
  email: EmailParts | null
  /** Only for sign-in messages. */
  code: string | null
  sentAt: Date
}

export type EmailParts = { subject: string; html: string | null }

export type NewMessage = {
  id: string
  to: string
  text: string
  /** The sender's key: what was taken once is not taken again. */
  ref: string | null
  /** What the message is for, where the gateway's caller says it. */
  purpose: string | null
  email?: EmailParts | null
}

export type Inbox = {
  /** False for a ref that is there already. */
  add: (message: NewMessage) => { message: InboxMessage; isNew: boolean }
  newest: (countMax: number) => InboxMessage[]
  newestTo: (to: string, countMax: number) => InboxMessage[]
  /** Undefined: forgotten, or never there. */
  find: (id: string) => InboxMessage | undefined
  clear: () => void
}

export function createInbox(messagesMax: number): Inbox {
  let all: InboxMessage[] = []
  const byTo = new Map<string, InboxMessage[]>()
  const byRef = new Map<string, InboxMessage>()

  /** Half at a time, so that a full inbox does not move every message for each new one. */
  function forgetOldHalf(): void {
    const kept = all.slice(-Math.ceil(messagesMax / 2))
    const keptSet = new Set(kept)
    all = kept
    byTo.clear()
    for (const message of kept) fileUnderPhone(message)
    for (const [ref, message] of byRef) if (!keptSet.has(message)) byRef.delete(ref)
  }

  function fileUnderPhone(message: InboxMessage): void {
    const theirs = byTo.get(message.to)
    if (theirs === undefined) byTo.set(message.to, [message])
    else theirs.push(message)
  }

  return {
    add({ id, to, text, ref, purpose, email = null }) {
      const earlier = ref === null ? undefined : byRef.get(ref)
      if (earlier !== undefined) return { message: earlier, isNew: false }
      const message = { id, to, text, email, code: codeIn(text, purpose), sentAt: new Date() }
      all.push(message)
      fileUnderPhone(message)
      if (ref !== null) byRef.set(ref, message)
      if (all.length > messagesMax) forgetOldHalf()
      return { message, isNew: true }
    },
    newest: (countMax) => all.slice(-countMax).toReversed(),
    newestTo: (to, countMax) => (byTo.get(to) ?? []).slice(-countMax).toReversed(),
    find: (id) => all.find((message) => message.id === id),
    clear() {
      all = []
      byTo.clear()
      byRef.clear()
    },
  }
}

/**
 * The one run of 4 to 8 digits in a sign-in message. A caller that does not say what its message is
 * for has sent a code when the text says so.
 */
function codeIn(text: string, purpose: string | null): string | null {
  const isSignIn = purpose === null ? /\bcode\b|رمز/i.test(text) : purpose === 'sign_in_code'
  if (!isSignIn) return null
  const runs = text.match(/(?<![\d-])\d{4,8}(?![\d-])/g) ?? []
  return runs[0] ?? null
}
