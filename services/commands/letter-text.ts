// The words of an e-mail without any form: what programs show that read no HTML, and staff.
import type { Letter, MessageLanguage } from '../providers/messages/port.ts'

export function letterText(
  { title, lines, tables, link, foot }: Letter,
  language: MessageLanguage,
): string {
  const colon = language === 'fr' ? ' : ' : ': '
  const parts = [
    title,
    ...lines,
    ...tables.map(({ title: head, rows }) =>
      [head, ...rows.map(({ name, value }) => name + colon + value)].join('\n'),
    ),
    ...(link === null ? [] : [`${link.label}\n${link.url}`]),
    ...(foot === null ? [] : [foot]),
  ]
  return parts.join('\n\n')
}
