// The banners of the home page, drawn: a ticket of line art, so that a banner of any size weighs a
// few kilobytes. The committed pictures are what these functions draw; the test writes them anew.
import { rosette, ROSETTE_GRID } from '../lib/guilloche.ts'

export type Banner = { width: number; height: number; stub: number }

export const desktopBanner: Banner = { width: 640, height: 480, stub: 112 }
export const mobileBanner: Banner = { width: 400, height: 250, stub: 70 }

const cup =
  'M-26-30h52v14a26 26 0 0 1-52 0zM-26-24h-14c0 22 8 28 18 28M26-24h14c0 22-8 28-18 28' +
  'M0 10v16M-18 34h36M-12 26h24'

export function drawBanner(banner: Banner): string {
  const { width, height, stub } = banner
  const tear = width - stub
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"`,
    ` width="${width}" height="${height}"><defs>`,
    '<linearGradient id="g" x2="1" y2="1"><stop stop-color="#0E5A43"/>',
    '<stop offset="1" stop-color="#0A4533"/></linearGradient>',
    `<clipPath id="c"><path d="${outline(width, height, tear)}"/></clipPath>`,
    `<g id="a">${spun('the grand prize', 4)}</g><g id="b">${spun('second', 3)}</g></defs>`,
    `<g clip-path="url(#c)"><rect width="${width}" height="${height}" fill="url(#g)"/>`,
    `<g fill="none" stroke="#F2C14E">${engraving(tear, height)}</g>`,
    stubWords(banner),
    medal(tear / 2, height * 0.46, height),
    '</g></svg>\n',
  ].join('')
}

function engraving(tear: number, height: number): string {
  const large = `${drawnTo(height / 118, 0.3)}/>`
  const small = `${drawnTo(height / 190, 0.5)} opacity=".7"/>`
  return [
    `<path d="${waves(tear, height)}" stroke-width=".6" opacity=".35"/>`,
    `<use href="#a" transform="translate(${tear * 0.5} ${height * 0.46}) ${large}`,
    `<use href="#b" transform="translate(${tear * 0.06} ${height * 0.98}) ${small}`,
    `<use href="#b" transform="translate(${tear * 0.95} ${height * 0.02}) ${small}`,
    `<path d="M${tear} 22V${height - 22}" stroke-width="2.5"`,
    ' stroke-dasharray="1 9" stroke-linecap="round"/>',
  ].join('')
}

/** The end of a `transform` whose rosette is so large, and its line so thick, both in units. */
const drawnTo = (scale: number, line: number) =>
  `scale(${(scale / ROSETTE_GRID).toFixed(4)})" stroke-width="${line * ROSETTE_GRID}"`

function stubWords({ width, height, stub }: Banner): string {
  return [
    '<g font-family="ui-monospace,Menlo,Consolas,monospace" fill="#F2C14E" text-anchor="middle"',
    ` transform="translate(${width - stub / 2} ${height / 2}) rotate(90)">`,
    `<text font-size="${stub * 0.3}" letter-spacing="3">№ 004 711</text>`,
    `<text font-size="${stub * 0.115}" letter-spacing="2.5" y="${stub * 0.24}">`,
    'EVERY ORDER EARNS ENTRIES</text></g>',
  ].join('')
}

function medal(x: number, y: number, height: number): string {
  return [
    `<g transform="translate(${x} ${y})">`,
    `<circle r="${height * 0.135}" fill="#0A4533" stroke="#F2C14E" stroke-width="1.5"/>`,
    `<path transform="scale(${height / 480})" d="${cup}" fill="none" stroke="#F2C14E"`,
    ' stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></g>',
  ].join('')
}

/** A ticket: round corners, and two notches where the stub is torn off. */
function outline(width: number, height: number, tear: number): string {
  const r = 22
  const notch = 15
  return [
    `M${r} 0H${tear - notch}a${notch} ${notch} 0 0 0 ${notch * 2} 0H${width - r}`,
    `a${r} ${r} 0 0 1 ${r} ${r}V${height - r}a${r} ${r} 0 0 1 -${r} ${r}H${tear + notch}`,
    `a${notch} ${notch} 0 0 0 -${notch * 2} 0H${r}a${r} ${r} 0 0 1 -${r} -${r}V${r}`,
    `a${r} ${r} 0 0 1 ${r} -${r}Z`,
  ].join('')
}

function spun(seed: string, turns: number): string {
  const { path, petals } = rosette(seed)
  const id = seed.replace(/\W/g, '')
  const copies = Array.from({ length: turns - 1 }, (_, index) => {
    const angle = (((index + 1) * 360) / petals / turns).toFixed(2)
    return `<use href="#${id}" transform="rotate(${angle})"/>`
  })
  return `<path id="${id}" d="${path}"/>${copies.join('')}`
}

/** Interlaced waves, the ground of a banknote. */
function waves(width: number, height: number): string {
  const half = width / 8
  const rows = Array.from({ length: 15 }, (_, row) => {
    const y = ((height / 14) * row).toFixed(0)
    return `M0 ${y}q${half / 2} ${row % 2 ? 24 : -24} ${half} 0${`t${half} 0`.repeat(7)}`
  })
  return rows.join('')
}
