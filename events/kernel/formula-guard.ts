// What a stranger has typed must not run where a file of it is opened: a spreadsheet takes a cell
// that begins with one of these for a formula, or skips it on its way to one (docs/security.md,
// K54). One set for what the shop writes, what the browser writes, and what is read back.
const formulaStarts = new Set('=+-@\t\r\n\0\uFF1D\uFF0B\uFF0D\uFF20')

const begins = (text: string) => formulaStarts.has(text.charAt(0))

/** The text of a cell that no spreadsheet runs: with a `'` before it, where it needs one. */
export const guardFormula = (text: string): string => (begins(text) ? `'${text}` : text)

/** The text that was guarded, or that never was. */
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && begins(text.slice(1)) ? text.slice(1) : text
