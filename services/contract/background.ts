// What a page of staff reads again by itself, again and again: such a call needs a session as every
// other does, and does not keep it alive (docs/security.md, K20).

export const BACKGROUND_HEADER = 'Qura-Background'

export const askedByPage: Readonly<Record<string, string>> = {
  [BACKGROUND_HEADER]: '`1`: a page asks by itself, and the half hour of its session goes on.',
}
