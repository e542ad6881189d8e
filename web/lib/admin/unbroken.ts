/** A number with hyphens on one line: browsers would end the line behind each of them. */
export const unbroken = (text: string): string => text.replaceAll('-', '\u2060-\u2060')
