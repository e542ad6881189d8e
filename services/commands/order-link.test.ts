import { expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { orderLinks } from './order-link.ts'

const publicOrigin = 'https://shop.example'
const [older, newer] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const links = orderLinks({ secrets: [older], publicOrigin })
const newOrder = () => ({ orderId: newId<OrderId>(), generation: 0 })
const order = newOrder()

it('opens the order it was signed for and no other', () => {
  const link = new URL(links.pageUrl(order)).searchParams.get('link') ?? ''

  expect(links.isSigned(order, link)).toBe(true)
  expect(links.isSigned(newOrder(), link)).toBe(false)
  expect(links.isSigned(order, '')).toBe(false)
  expect(links.isSigned(order, `${link}x`)).toBe(false)
})

it('has a short form for texts, which opens the same order and no other', () => {
  const url = links.shortUrl(order, 'QR-7K3M9P')
  expect(url).toMatch(/^https:\/\/shop\.example\/o\/7K3M9P[\w-]{22}$/)
  const link = links.readShort(url.slice(-28))

  expect(link?.reference).toBe('QR-7K3M9P')
  expect(link?.isOf(order)).toBe(true)
  expect(link?.isOf(newOrder())).toBe(false)
  expect(links.readShort('7K3M9P')).toBeNull()
  expect(links.readShort(`${url.slice(-28)}x`)).toBeNull()
  expect(links.readShort(url.slice(-28, -1))).toBeNull()
})

it('opens by the shorter codes of texts that were sent before', () => {
  // Fifteen bytes of the same signature are its first twenty letters.
  const former = links.shortUrl(order, 'QR-7K3M9P').slice(-28, -2)
  const link = links.readShort(former)

  expect(link?.reference).toBe('QR-7K3M9P')
  expect(link?.isOf(order)).toBe(true)
  expect(link?.isOf(newOrder())).toBe(false)
  const last = former.endsWith('x') ? 'y' : 'x'
  expect(links.readShort(former.slice(0, -1) + last)?.isOf(order)).toBe(false)
})

it('is worthless under another key', () => {
  const others = orderLinks({ secrets: [newer], publicOrigin })

  expect(links.isSigned(order, others.sign(order))).toBe(false)
})

it('opens what an older key has signed, and signs with the first one', () => {
  const rotated = orderLinks({ secrets: [newer, older], publicOrigin })
  const short = rotated.readShort(links.shortUrl(order, 'QR-7K3M9P').slice(-28))

  expect(rotated.isSigned(order, links.sign(order))).toBe(true)
  expect(short?.isOf(order)).toBe(true)
  expect(short?.isOf(newOrder())).toBe(false)
  expect(rotated.sign(order)).not.toBe(links.sign(order))
})

it('brings the browser back with the link beside the order', () => {
  const { successUrl, failureUrl } = links.returnUrls(order)

  expect(new URL(successUrl).pathname).toBe('/payment/success')
  expect(new URL(failureUrl).pathname).toBe('/payment/failed')
  expect(new URL(successUrl).searchParams.get('orderId')).toBe(order.orderId)
})
