// One page as a cheap phone on slow 4G meets it: the throttling of Lighthouse's "devtools" method,
// and its figures, read from the browser's own timeline.
import type { Browser } from 'playwright-core'

import { phone } from '../testing/browser.ts'

/** Lighthouse's mobileSlow4G: 150 ms and 1.6 Mbps, adjusted as its devtools method does. */
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
}
const CPU_SLOWDOWN = 4
const LONG_TASK_MS = 50
/** After the load event: late shifts, the start of the app and its long tasks fall into this. */
const QUIET_MS = 3_000

export type PageFigures = {
  fcpMs: number
  lcpMs: number
  tbtMs: number
  cls: number
  /** Each shift and the first words of what it moved. */
  shifted: string
  /** Tag and address or first words of the largest element. */
  lcpElement: string
  htmlKib: number
  scriptKib: number
  /** Of the pictures in the first view; those further down come as the page is scrolled. */
  imageKib: number
  allImagesKib: number
  fontKib: number
  requests: number
}

export async function measurePage(browser: Browser, url: string): Promise<PageFigures> {
  const context = await browser.newContext({ ...phone, deviceScaleFactor: 1.75 })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const transfer = watchTransfer((event, act) =>
      session.on(event as 'Network.loadingFinished', act),
    )
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.addInitScript(observe)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForTimeout(QUIET_MS)
    const timeline = await page.evaluate(() => (globalThis as Watched).shopTimeline)
    if (!timeline) throw new Error(`${url} showed no timeline`)
    const { fcpMs, lcpMs, lcpElement, cls, shifted, tasks } = timeline
    const imageKib = (await page.evaluate(bytesOfFirstView)) / 1_024
    const blocking = tasks.filter(({ startMs, ms }) => startMs + ms > fcpMs)
    return {
      fcpMs,
      lcpMs,
      lcpElement,
      cls,
      shifted,
      tbtMs: blocking.reduce((sum, { ms }) => sum + Math.max(0, ms - LONG_TASK_MS), 0),
      imageKib,
      ...transfer(),
    }
  } finally {
    await context.close()
  }
}

type Timeline = {
  fcpMs: number
  lcpMs: number
  lcpElement: string
  cls: number
  shifted: string
  tasks: { startMs: number; ms: number }[]
}
type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}
type Watched = typeof globalThis & { shopTimeline?: Timeline }

/** Runs in the page before anything of the shop. */
function observe(): void {
  const timeline: Timeline = { fcpMs: 0, lcpMs: 0, lcpElement: '', cls: 0, shifted: '', tasks: [] }
  ;(globalThis as Watched).shopTimeline = timeline
  const watch = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
    })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') timeline.fcpMs = startTime
  })
  watch('largest-contentful-paint', (entry) => {
    const { element, url } = entry as PerformanceEntry & { element?: Element; url?: string }
    timeline.lcpMs = entry.startTime
    const shown = url ? url.slice(0, 60) : (element?.textContent ?? '').slice(0, 40)
    timeline.lcpElement = `${element?.tagName.toLowerCase() ?? '?'} ${shown}`
  })
  watch('layout-shift', (entry) => {
    const shift = entry as Shift
    if (shift.hadRecentInput) return
    timeline.cls += shift.value
    const nodes = shift.sources.map(({ node }) => node?.textContent?.slice(0, 24) ?? '?')
    timeline.shifted += `${shift.value.toFixed(3)} ${nodes.join(' | ')}; `
  })
  watch('longtask', ({ startTime, duration }) =>
    timeline.tasks.push({ startMs: startTime, ms: duration }),
  )
}

/** Runs in the page: bodies of the pictures of which a part is in the window. */
function bytesOfFirstView(): number {
  const shown = new Set<string>()
  for (const image of document.images) {
    const { top, bottom, left, right } = image.getBoundingClientRect()
    if (bottom > 0 && top < innerHeight && right > 0 && left < innerWidth)
      shown.add(image.currentSrc)
  }
  const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return loaded
    .filter(({ name }) => shown.has(name))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
}

type Received = { requestId: string; type?: string; encodedDataLength?: number }

/** Bytes as they came over the wire, headers included, by what they are. */
function watchTransfer(on: (event: string, act: (event: Received) => void) => void) {
  const types = new Map<string, string>()
  const kib: Record<string, number> = {}
  on('Network.responseReceived', ({ requestId, type = 'Other' }) => types.set(requestId, type))
  on('Network.loadingFinished', ({ requestId, encodedDataLength = 0 }) => {
    const type = types.get(requestId) ?? 'Other'
    kib[type] = (kib[type] ?? 0) + encodedDataLength / 1_024
  })
  return () => ({
    htmlKib: kib.Document ?? 0,
    scriptKib: kib.Script ?? 0,
    allImagesKib: kib.Image ?? 0,
    fontKib: kib.Font ?? 0,
    requests: types.size,
  })
}
