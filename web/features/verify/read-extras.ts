// Receipts and openings that somebody drops beside a bundle: told apart by what is in them.
import type { Opening } from '#events/verify/needs.ts'

export type Extras = { receipts: { name: string; text: string }[]; openings: Opening[] }

export async function readExtras(files: readonly File[]): Promise<Extras> {
  const extras: Extras = { receipts: [], openings: [] }
  for (const file of files) {
    const text = await file.text()
    const openings = openingsOf(text)
    if (openings === null) extras.receipts.push({ name: file.name, text })
    else extras.openings.push(...openings)
  }
  return extras
}

/** Null for anything but JSON with a list of openings. */
function openingsOf(text: string): Opening[] | null {
  try {
    const value: unknown = JSON.parse(text)
    const list = Array.isArray(value) ? value : (value as { openings?: unknown }).openings
    return Array.isArray(list) ? list.map(openingOf) : null
  } catch {
    return null // a receipt is no JSON
  }
}

function openingOf(value: Record<string, unknown>): Opening {
  const text = (name: string) => (typeof value[name] === 'string' ? String(value[name]) : null)
  return {
    index: Number(value.index),
    holderSalt: text('holderSalt'),
    holderText: text('holderText'),
    orderSalt: text('orderSalt'),
    orderText: text('orderText'),
  }
}
