// Phones as people type them, made presentable. The server has the last word on every number.
import { latinDigits } from '#events/kernel/latin-digits.ts'

/** Lebanese sign-in: `03 123456`, `3123456`, `70123456`, `00961…`, `961…` become `+961…`. */
export function lebanesePhone(typed: string): string {
  const digits = latinDigits(typed).replace(/[^\d+]/g, '')
  if (digits === '') return ''
  if (digits.startsWith('+')) return digits.replace(/^\+9610/, '+961')
  if (digits.startsWith('00')) return `+${digits.slice(2)}`.replace(/^\+9610/, '+961')
  if (digits.startsWith('961') && digits.length > 9) return `+${digits}`
  return `+961${digits.replace(/^0/, '')}`
}

/** A whole number pasted or filled in at once: its own country code, else that of `dialCode`. */
export function completePhone(pasted: string, dialCode: string): string {
  const digits = latinDigits(pasted).replace(/[^\d+]/g, '')
  if (dialCode === '961' || digits.startsWith('+')) return lebanesePhone(digits)
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  return `+${dialCode}${digits.replace(/^0/, '')}`
}

/**
 * One digit typed or something deleted: what can be formatted as it stands. All else is read as a
 * whole number: what is pasted or filled in, and digits of another script, which are put into ours.
 */
export function isKeystroke({ inputType = '', data = null }: Partial<InputEvent>): boolean {
  if (inputType.startsWith('delete')) return true
  return data !== null && data.length === 1 && latinDigits(data) === data
}

/** `+961 70 123 456`, easier to read back than a row of digits. */
export function readablePhone(phone: string): string {
  const lebanese = /^\+961(\d{1,2})(\d{3})(\d{3})$/.exec(phone)
  return lebanese ? `+961 ${lebanese[1]} ${lebanese[2]} ${lebanese[3]}` : phone
}
