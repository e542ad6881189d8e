// The HTML part of an e-mail. It stands alone: styles in its elements, no script, no picture, so
// that nothing is fetched and nobody is told that it was read.
import type { Letter, LetterRow, LetterTable, MessageLanguage } from './port.ts'

/** The shop's own colours, as its theme has them by day. */
const ink = '#10201A'
const soft = '#5A6860'
const paper = '#F5F6F1'
const line = '#D8DDD0'
const cedar = '#0E5A43'
const fonts = `-apple-system,'Segoe UI',Roboto,'Noto Sans Arabic',Tahoma,Arial,sans-serif`

export function letterHtml(
  letter: Letter,
  { language, shopName }: { language: MessageLanguage; shopName: string },
): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const inner = [
    `<h1 style="${titleStyle}">${escaped(letter.title)}</h1>`,
    ...letter.lines.map((text) => `<p style="${lineStyle}">${escaped(text)}</p>`),
    ...letter.tables.map((table) => tableHtml(table)),
    letter.link === null ? '' : linkHtml(letter.link),
    letter.foot === null ? '' : `<p style="${footStyle}">${escaped(letter.foot)}</p>`,
  ].join('\n')
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(letter.subject)}</title>
</head>
<body style="${bodyStyle}">
<table ${layout} dir="${direction}" width="100%" style="background:${paper}">
<tr><td align="center" style="padding:24px 12px">
<table ${layout} dir="${direction}" width="100%" style="${sheetStyle}">
<tr><td style="${headStyle}"><bdi>${escaped(shopName)}</bdi></td></tr>
<tr><td style="padding:28px;text-align:start;font-size:16px;line-height:1.55">
${inner}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** Mail programs know tables best; these are no data. */
const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

const bodyStyle = `margin:0;padding:0;background:${paper};color:${ink};font-family:${fonts}`
const sheetStyle =
  `max-width:560px;background:#FFFFFF;border:1px solid ${line};border-radius:14px;` +
  'border-collapse:separate;overflow:hidden'
const headStyle =
  `padding:16px 28px;background:${cedar};color:#FFFFFF;font-size:18px;font-weight:700;` +
  'text-align:start'
const titleStyle = `margin:0 0 16px;font-size:22px;line-height:1.35;font-weight:700;color:${ink}`
const lineStyle = `margin:0 0 16px;color:${ink};white-space:pre-line;overflow-wrap:anywhere`
const footStyle =
  `margin:24px 0 0;padding-top:16px;border-top:1px solid ${line};font-size:13px;` +
  `line-height:1.5;color:${soft}`

function tableHtml({ title, rows }: LetterTable): string {
  const style = `margin:24px 0 4px;font-size:14px;line-height:1.4;font-weight:700;color:${soft}`
  return [
    `<h2 style="${style}">${escaped(title)}</h2>`,
    '<table width="100%" cellpadding="0" cellspacing="0" border="0"' +
      ' style="border-collapse:collapse;margin:0 0 8px;font-size:15px">',
    ...rows.map((row) => rowHtml(row)),
    '</table>',
  ].join('\n')
}

/** `bdi`: a name in Arabic letters in an English letter keeps its numbers in their order. */
function rowHtml({ name, value, isTotal = false }: LetterRow): string {
  const cell = `padding:9px 0;border-top:1px solid ${line};vertical-align:top;`
  const start = `${cell}text-align:start;overflow-wrap:anywhere;font-weight:${isTotal ? 700 : 400}`
  const end =
    `${cell}padding-inline-start:16px;text-align:end;white-space:nowrap;` +
    `font-variant-numeric:tabular-nums;font-weight:${isTotal ? 700 : 600}`
  return (
    `<tr><td style="${start}"><bdi>${escaped(name)}</bdi></td>` +
    `<td style="${end}"><bdi>${escaped(value)}</bdi></td></tr>`
  )
}

const buttonStyle =
  'display:inline-block;padding:13px 24px;color:#FFFFFF;font-size:16px;font-weight:700;' +
  'text-decoration:none'

const linkHtml = ({ label, url }: { label: string; url: string }) =>
  `<table ${layout} style="margin:24px 0 8px">` +
  `<tr><td style="border-radius:10px;background:${cedar}">` +
  `<a href="${escaped(url)}" style="${buttonStyle}">${escaped(label)}</a></td></tr></table>`

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
